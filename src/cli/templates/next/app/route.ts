import { orders } from '../orders.js';
import { checkoutPage, policy } from '../page.js';

export const dynamic = 'force-dynamic';

export async function GET() {
  const order = await orders.get('7');
  if (!order) return new Response('No such order', { status: 404 });
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  return new Response(checkoutPage(order), { headers });
}
