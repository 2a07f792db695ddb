import { checkout } from '../../checkout.js';

export const dynamic = 'force-dynamic';

export async function GET(request: Request) {
  const { orderId, verdict } = await checkout.settle(new URL(request.url).searchParams.get('id') ?? '');
  return new Response(`<h1>Order ${orderId}: ${verdict}</h1>`, { headers: { 'content-type': 'text/html' } });
}
