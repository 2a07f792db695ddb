/** Every operation: method, path, the key that it needs, and the status of its success. */
export type Operation = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  key: 'secret' | 'publishable',
  status: number,
  body?: 'needed' | 'may be left out',
];

/** What is said by the address alone, or by an amount beside it. */
const moves = [
  '/payment_intents/{id}/cancel',
  '/payments/{id}/capture',
  '/payments/{id}/refund',
  '/payments/{id}/void',
  '/invoices/{id}/cancel',
];

export const operations: readonly Operation[] = [
  ['POST', '/payment_intents', 'secret', 201, 'needed'],
  ['GET', '/payment_intents/{id}', 'secret', 200],
  ['POST', '/payment_intents/{id}/fulfill', 'publishable', 201, 'needed'],
  ['POST', '/payments', 'publishable', 201, 'needed'],
  ['GET', '/payments', 'secret', 200],
  ['GET', '/payments/{id}', 'secret', 200],
  ['PUT', '/payments/{id}', 'secret', 200, 'needed'],
  ['POST', '/tokens', 'publishable', 201, 'needed'],
  ['GET', '/tokens/{id}', 'secret', 200],
  ['DELETE', '/tokens/{id}', 'secret', 204],
  ['POST', '/invoices', 'secret', 201, 'needed'],
  ['POST', '/invoices/bulk', 'secret', 201, 'needed'],
  ['GET', '/invoices', 'secret', 200],
  ['GET', '/invoices/{id}', 'secret', 200],
  ['PUT', '/invoices/{id}', 'secret', 200, 'needed'],
  ['PUT', '/invoices/{id}/cancel', 'secret', 200, 'may be left out'],
  ['POST', '/webhooks', 'secret', 201, 'needed'],
  ['GET', '/webhooks', 'secret', 200],
  ['GET', '/webhooks/available_events', 'secret', 200],
  ['GET', '/webhooks/attempts', 'secret', 200],
  ['GET', '/webhooks/attempts/{id}', 'secret', 200],
  ['GET', '/webhooks/{id}', 'secret', 200],
  ['PUT', '/webhooks/{id}', 'secret', 200, 'needed'],
  ['DELETE', '/webhooks/{id}', 'secret', 200],
  ['GET', '/webhooks/{id}/attempts', 'secret', 200],
  ...moves.map((path): Operation => ['POST', path, 'secret', 200, 'may be left out']),
];

/** Paths where the others see the id of something: with another method they are 404 or 405. */
export const words: readonly string[] = [
  '/invoices/bulk',
  '/webhooks/attempts',
  '/webhooks/available_events',
];

/** The paths that take both keys, or need none. */
export const openPaths: ReadonlyArray<readonly [path: string, methods: readonly string[]]> = [
  ['/payments/available_coupon', ['POST']],
  ['/applepay/initiate', ['POST']],
  ['/stc_pays/{id}/proceed', ['GET', 'POST']],
];

/** The methods of each path. */
export const paths = operations.reduce(
  (found, [method, path]) => found.set(path, [...(found.get(path) ?? []), method]),
  new Map<string, string[]>(),
);
