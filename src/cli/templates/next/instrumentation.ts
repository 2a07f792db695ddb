/** Next.js calls this once, when the shop starts: from now on, the checkout asks about what is still open every minute. */
export async function register(): Promise<void> {
  // The edge runtime has no database.
  if (process.env['NEXT_RUNTIME'] === 'nodejs') {
    const { checkout } = await import('./checkout.js');
    setInterval(() => checkout.sweep().catch(console.error), 60_000);
  }
}
