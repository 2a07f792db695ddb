/** In an example the page answers instead of the service and of the shop. Nothing leaves the page. */
{
  const { fetch } = window;
  const visit = crypto.randomUUID();
  /** The prices of intents, by their ids. */
  const prices = new Map();
  const priceOf = (path) => {
    const form = document.querySelector(`[checkout-url="${path.replace('/intent', '')}"]`);
    return { amount: Number(form.getAttribute('amount')), currency: form.getAttribute('currency') };
  };
  const respond = (body, status = 201) => Response.json(body, { status });
  const paid = new Map();

  window.fetch = async (input, init) => {
    const { href, origin, pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (origin === location.origin && /^\/checkout\/\w+\/intent$/.test(pathname)) {
      const intent = { id: crypto.randomUUID(), ...priceOf(pathname) };
      prices.set(intent.id, intent);
      return respond({
        ...intent,
        client_secret: `pi_secret_${crypto.randomUUID()}`,
        payment_id: crypto.randomUUID(),
        expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      });
    }
    if (origin === location.origin && /^\/checkout\/\w+\/status$/.test(pathname)) {
      const payment = paid.get(new URL(href).searchParams.get('id'));
      return payment ? respond(payment, 200) : respond({ message: 'There is no such payment.' }, 404);
    }
    if (origin !== 'https://api.example.com') return fetch(input, init);
    const { given_id: id, source } = JSON.parse(String(init?.body));
    const { amount, currency } = [...prices].find(([intent]) => pathname.includes(intent))[1];
    const payment = { id, status: 'paid', amount, currency, source: { type: source?.type ?? 'creditcard' } };
    paid.set(id, payment);
    return respond(payment);
  };

  // The browser remembers what was paid by its reference, and each visit begins with forms that are not paid.
  for (const [index, form] of document.querySelectorAll('.example pay-checkout').entries()) {
    form.setAttribute('reference', `${visit} ${index}`);
    form.addEventListener('pay-outcome', (event) => event.preventDefault());
  }
}
