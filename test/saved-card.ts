/**
 * Saves a card without a payment, as a page does with its publishable key. The token pays once, and without a challenge if
 * the card has none.
 */
export async function saveCardAlone(
  baseUrl: string,
  number: string,
  cvc = '123',
  publishableKey = 'pk_test_sandbox',
): Promise<string> {
  const answer = await fetch(`${baseUrl}/tokens`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${publishableKey}:`)}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Sara Ali',
      number,
      month: '03',
      year: '2031',
      cvc,
      save_only: true,
    }),
  });
  if (answer.status !== 201) throw new Error(`The card was not saved: HTTP ${answer.status}.`);
  return ((await answer.json()) as { readonly id: string }).id;
}
