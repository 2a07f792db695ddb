import { connectTo, type TableAddress } from './drivers.js';
import { openOrderService, type OpenOrderKind } from './open-orders.js';
import { openShop } from './shop.js';

/** One process that sweeps. It is told what to do by messages of the process that has started it. */
export type SweepMessage =
  | {
      readonly type: 'open';
      readonly at: TableAddress;
      readonly kind: OpenOrderKind;
      readonly serviceUrl?: string;
      readonly name: string;
    }
  | { readonly type: 'sweep' }
  | { readonly type: 'set-clock'; readonly aheadMs: number };

export interface SweepReport {
  readonly asked: number;
  readonly failed: number;
  /** How often `onSettled` was called with each verdict. */
  readonly verdicts: readonly (readonly [string, number])[];
  /** Calls of the service that was faked inside this process. */
  readonly calls: number;
  readonly errors: readonly string[];
}

const { now } = Date;

type Opened = Awaited<ReturnType<typeof open>>;
let opened: Promise<Opened> | undefined;

async function open({ at, kind, serviceUrl, name }: Extract<SweepMessage, { type: 'open' }>) {
  const driver = await connectTo(at);
  const service = openOrderService(kind);
  const overHttp = {
    fetch: (url: string, init: RequestInit) =>
      fetch(url.replace('https://service.example', serviceUrl ?? ''), {
        ...init,
        headers: { ...(init.headers as Record<string, string>), 'x-process': name },
      }),
  };
  return {
    driver,
    service,
    shop: openShop({ store: driver.store, service: serviceUrl === undefined ? service : overHttp }),
  };
}

async function sweep({ shop, service }: Opened): Promise<SweepReport> {
  let [asked, failed] = [0, 0];
  for (let left = true; left;) {
    const result = await shop.checkout.sweep();
    asked += result.asked;
    failed += result.failed;
    // With a back-off under way something is left, and it is not to be asked for now.
    left = result.left && result.asked > 0 && result.failed === 0;
  }
  const verdicts = [...shop.verdicts];
  shop.verdicts.clear();
  return { asked, failed, verdicts, calls: service.countCalls(), errors: shop.errors.splice(0).map(String) };
}

process.on('message', (message: SweepMessage) => {
  switch (message.type) {
    case 'open':
      opened = open(message);
      void opened.then(() => process.send?.('opened'));
      break;
    case 'sweep':
      void opened?.then(sweep).then((report) => process.send?.(report));
      break;
    case 'set-clock':
      Date.now = () => now() + message.aheadMs;
      break;
    default:
      message satisfies never;
  }
});
