import type {
  Authorization,
  SheetPorts,
  SheetResult,
  SheetTerms,
} from '../../../src/element/methods/sheet.js';

export const terms: SheetTerms = {
  price: { amount: 20_000, currency: 'SAR' },
  merchantName: 'Lamp Shop',
  country: 'SA',
  networks: ['mada', 'visa', 'master', 'amex', 'unionpay'],
};

/** The code that opens a sheet: notes what it hears, and pays as the test says, by a clock of the test. */
export function openPorts(settle: () => Promise<SheetResult>) {
  const heard: string[] = [];
  const paid: Authorization[] = [];
  let timer: (() => void) | undefined;
  const ports: SheetPorts = {
    pay: (authorization) => {
      heard.push('pay');
      paid.push(authorization);
      return settle();
    },
    onCancel: (reason) => void heard.push(reason === undefined ? 'cancel' : `cancel: ${String(reason)}`),
    onClosed: () => void heard.push('closed'),
    onError: (error) => void heard.push(`error: ${error.message}`),
    after: (ms, callback) => {
      timer = () => callback();
      heard.push(`wait ${ms}`);
      return () => (timer = undefined);
    },
  };
  return { ports, heard, paid, passTime: () => timer?.(), isWaiting: () => timer !== undefined };
}

/** A result that comes when the test says. */
export function later() {
  let resolve: (result: SheetResult) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const result = new Promise<SheetResult>((...settle) => ([resolve, reject] = settle));
  return { result, resolve, reject };
}

export const known = (result: SheetResult) => () => Promise.resolve(result);
