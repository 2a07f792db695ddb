import { checkout } from '../../../checkout.js';

export async function GET(request: Request) {
  const id = new URL(request.url).searchParams.get('id') ?? '';
  const result = await checkout.settle(id).catch(console.error);
  if (!result)
    return new Response('We do not know yet whether you paid. Please do not pay again.', {
      status: 503,
    });
  return new Response(`Order ${result.orderId}: ${result.verdict}`);
}
