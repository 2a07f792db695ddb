import { checkout } from '../../../checkout.js';

export async function GET(request: Request) {
  const { orderId, verdict } = await checkout.settle(new URL(request.url).searchParams.get('id') ?? '');
  return new Response(`Order ${orderId}: ${verdict}`);
}
