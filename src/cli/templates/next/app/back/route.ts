import { checkout } from '../../checkout.js';

export const dynamic = 'force-dynamic';

export async function GET(request: Request) {
  const id = new URL(request.url).searchParams.get('id') ?? '';
  const result = await checkout.settle(id).catch(console.error);
  return result
    ? answer(`Order ${result.orderId}: ${result.verdict}`)
    : answer('We do not know yet whether you paid. Please do not pay again.', 503);
}

const answer = (text: string, status = 200) =>
  new Response(`<h1>${text}</h1>`, { status, headers: { 'content-type': 'text/html' } });
