import { markup, type Mode } from '../modes.js';
import { openStorefront, returnScript, startSandbox, type Running, type Storefront } from '../servers.js';

export const [atOnce, challenged, code] = ['4111114005765430', '4201320111111010', '987'];

export const numberFor = ({ challenge }: Mode) => (challenge === 'dialog' ? challenged : atOnce);

/** What a page is furnished with. */
export interface Way {
  readonly mode: Mode;
  /** What pays: a typed card, a saved one, or what the page hands to `submit({ source })`. */
  readonly by: 'card' | 'saved' | 'source';
  /** Whether the page has a status source. */
  readonly source: 'with' | 'without';
}

interface Hidden {
  readonly secret: string;
  /** Of the card that pays, where it is not typed. */
  readonly token: string | undefined;
}

/** A shop and a service of its own: faults wait in one queue per service, so runs at the same time share none. */
export class Lane {
  /** What stands in the page of the shop. */
  body = '';

  private constructor(
    private readonly sandbox: Running,
    readonly shop: Storefront,
  ) {}

  static async open(): Promise<Lane> {
    const sandbox = await startSandbox();
    const shop = await openStorefront(sandbox, ({ pathname }) => {
      if (pathname === '/') return `<!doctype html><title>Shop</title>${lane.body}`;
      return pathname === '/back' ? `<!doctype html><title>Back</title>${returnScript}` : undefined;
    });
    const lane = new Lane(sandbox, shop);
    return lane;
  }

  async close(): Promise<void> {
    this.shop.close();
    await this.sandbox.kill();
  }

  /** A page with a fresh intent. Answers what is nowhere to be seen. */
  async furnish({ mode, source, by, fault }: Way & { readonly fault: string }): Promise<Hidden> {
    await this.shop.control('reset');
    const token = by === 'card' ? undefined : await this.shop.keepCard(numberFor(mode), code);
    const secret = await this.shop.newSecret();
    this.body = markup(mode, this.shop.service, {
      'client-secret': secret,
      // Where an answer is to come, a slow machine has all the time that it needs.
      timeout: fault === 'delay' ? '1500' : undefined,
      'status-url': source === 'with' ? '/status' : undefined,
    });
    if (by === 'saved') {
      const card = { token, company: 'visa', number: '•••• 5430', month: 12, year: 2030 };
      this.body += `<script>document.querySelector('pay-checkout').savedCards = [${JSON.stringify(card)}]</script>`;
    }
    return { secret, token };
  }
}
