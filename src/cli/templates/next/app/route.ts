import { addOrder, orders } from '../orders.js';
import { checkoutPage, policy } from '../page.js';

export const dynamic = 'force-dynamic';

export async function GET(request: Request) {
  const callbackUrl = new URL('/back', process.env['SHOP_URL'] ?? request.url).href;
  // 10000 halalas are 100.00 SAR: amounts are integers in the smallest unit.
  const order = (await orders.get('7')) ?? { id: '7', amount: 10_000, currency: 'SAR', callbackUrl };
  addOrder(order);
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  return new Response(checkoutPage(order), { headers });
}
