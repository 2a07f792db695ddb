import type { CheckoutOptions, PayClient, Store } from '../../src/server/index.js';

export const places = [
  'before it is planned',
  'when it is planned',
  'before the service gets it',
  'when the service has done it',
  'before its outcome is saved',
  'when its outcome is saved',
] as const;
type Place = (typeof places)[number];

export const isPlannedAt = (place: Place) => place !== 'before it is planned';
export const isDoneAt = (place: Place) =>
  places.indexOf(place) >= places.indexOf('when the service has done it');

const never = new Promise<never>(() => undefined);

type Method = 'createPayment' | 'refundPayment' | 'capturePayment' | 'voidPayment';

/** A process that stops for ever at one place, and the moment at which it has come there. */
export function createDying(shop: { store: Store }, client: PayClient, method: Method, place: Place) {
  let announce: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (announce = resolve));
  const stop = () => (announce(), never);
  let isSent = false;
  const options: Partial<CheckoutOptions> = {
    client: {
      ...client,
      [method]: async (...values: [never]) => {
        if (place === 'before the service gets it') return stop();
        const payment = await client[method](...values);
        isSent = true;
        return place === 'when the service has done it' ? stop() : payment;
      },
    },
    store: {
      ...shop.store,
      save: async (...values) => {
        if (place === 'before it is planned') return stop();
        if (place === 'before its outcome is saved' && isSent) return stop();
        const saved = await shop.store.save(...values);
        return place === 'when it is planned' || (place === 'when its outcome is saved' && isSent)
          ? stop()
          : saved;
      },
    },
  };
  return { options, stopped };
}
