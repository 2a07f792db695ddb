import type { CSSResult } from '@lit/reactive-element/css-tag.js';
import { ConfigError } from '../../checkout/config-error.js';
import type { Outcome, Phase } from '../../checkout/outcome.js';
import { findDifference, type Price } from '../../checkout/price.js';
import { isPaidOrAuthorized } from '../../checkout/purchase.js';
import { PayError } from '../../../error.js';
import type { PageSettings } from '../../form/card-form.js';
import { takesCards } from '../../form/load-methods.js';
import { offersStcPay } from '../../form/stc-pay/read-methods.js';
import { delay, createPaymentId } from '../../browser/clock.js';
import { startAppleSession } from '../../gateway/start-apple-session.js';
import { completeMessages } from '../../i18n/merge-messages.js';
import type { Language } from '../../i18n/language.js';
import type { PageMessages } from '../../i18n/messages.js';
import { wallets as ar } from '../../i18n/locales/ar.js';
import { wallets as en } from '../../i18n/locales/en.js';
import { canPayByApple, openApplePay, type ApplePayPort } from '../apple-pay.js';
import { canPayBySamsung, findBrands, openSamsungPay, type SamsungPayPort } from '../samsung-pay.js';
import {
  sheetTimeoutMs,
  type Authorization,
  type Sheet,
  type SheetPorts,
  type SheetResult,
  type SheetTerms,
} from '../sheet.js';
import {
  readSharedSettings,
  readWalletSettings,
  type SharedSettings,
  type WalletName,
  type WalletSettings,
} from './read.js';
import { WalletRow, walletTitles } from './row.js';
import { answerTimeoutMs, loadWalletScript, writeScriptAdvice, type WalletScript } from './scripts.js';
import { SheetRun, type SheetContext } from './sheet-run.js';
import { walletStyles } from './styles.js';

/** What the wallets need of the element. */
interface WalletContext extends SheetContext {
  readonly language: Pick<Language<PageMessages>, 'tag' | 'direction' | 'allMessages'>;
  /** Adds styles to the element's shadow root. */
  addStyles(styles: readonly CSSResult[]): void;
  getPhase(): Phase;
  emitCancel(method: WalletName): void;
  emitError(error: PayError): void;
  adviseDeveloper(advice: string, ...cause: readonly unknown[]): void;
}

/** How long the row keeps a place for the buttons, while the wallets have not answered. */
const askTimeoutMs = 1_000;

const createNoWalletError = () =>
  new ConfigError('methods', 'has wallets alone, and this browser has none of them: ask canPayBy() first.');

interface Ports {
  readonly ApplePaySession?: ApplePayPort;
  readonly SamsungPay?: SamsungPayPort;
}

/** What can be paid now, and how. */
interface Offer {
  readonly config: SharedSettings;
  readonly settings: WalletSettings;
  readonly terms: SheetTerms;
}

/** The buttons of the wallets that this browser has, and the sheet that a press opens. */
export class Wallets {
  readonly run: SheetRun;
  readonly #context: WalletContext;
  readonly #row = new WalletRow((name) => this.#press(name));
  readonly #available = new Set<WalletName>();
  #sheet: Sheet | undefined;
  /** Ends the payment of the newest sheet, unless it was sent. */
  #stopping = new AbortController();
  #step: 'idle' | 'open' | 'paying' = 'idle';
  /** The last error that the page has heard, and the last advice for its developer. */
  #problem = '';
  #advice = '';
  /** Whether the last press opened no sheet, or one that failed. */
  #hasFailed = false;
  #asked = '';
  /** Whether each wallet has answered, or has had its time. */
  #isAnswered = false;
  #hasAppleButton = false;

  constructor(context: WalletContext) {
    this.#context = context;
    this.run = new SheetRun(context);
  }

  /** Shows the buttons that fit the settings. Call it at each update. */
  update(root: ShadowRoot): void {
    this.#context.addStyles([walletStyles]);
    if (!this.#row.insertInto(root)) return;
    // The purchase is paid in another element or tab, or the card is paying.
    if (this.#step === 'open' && !['ready', 'failed'].includes(this.#context.getPhase())) this.abort();
    const offer = this.#readOffer(this.#settings);
    if (offer) this.#ask(offer);
    this.#render(offer);
  }

  /** Whether this browser offers a wallet for the page's settings. */
  async canPayBy(word: string): Promise<boolean> {
    const offer = this.#readOffer(this.#settings);
    const name = offer?.settings.wallets.find((wallet) => wallet === word);
    return offer !== undefined && name !== undefined && this.#find(name, offer);
  }

  /** Ends the sheet without a word about the payment: the element is gone, or the page is. */
  abort(): void {
    this.#stopping.abort();
    this.#sheet?.abort();
    if (this.#step === 'open')
      this.#end(new PayError('canceled', 'The sheet was aborted. Nothing was sent.'));
    this.#sheet = undefined;
  }

  get #settings(): PageSettings {
    return this.run.sheet?.settings ?? this.#context.readSettings();
  }

  #readOffer(page: PageSettings): Offer | undefined {
    try {
      const settings = readWalletSettings(page.values);
      if (!settings) return undefined;
      const config = readSharedSettings(page.values);
      if (!config) {
        if (!page.values.amount && this.#context.getPhase() === 'ready')
          this.#advise('`amount` is missing: a wallet’s sheet shows it, so no wallet is offered.');
        return undefined;
      }
      const { merchantName, country } = settings;
      const { price, networks } = config;
      return { config, settings, terms: { price, merchantName, country, networks } };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      this.#report(error);
      return undefined;
    }
  }

  #report({ message, field }: ConfigError): void {
    if (message !== this.#problem) this.#context.emitError(new PayError('configuration', message, { field }));
    this.#problem = message;
  }

  #advise(advice: string): void {
    if (advice !== this.#advice) this.#context.adviseDeveloper(advice);
    this.#advice = advice;
  }

  /** Asks each wallet once for the same merchant. */
  #ask(offer: Offer): void {
    const { wallets, samsungServiceId, scripts } = offer.settings;
    const asked = JSON.stringify([wallets, samsungServiceId, scripts, offer.config.networks]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#available.clear();
    this.#isAnswered = false;
    const isLatest = () => this.#asked === asked;
    this.#row.isAsking = true;
    const answers = wallets.map(async (name) => {
      const isThere = await this.#find(name, offer);
      if (!isLatest() || !isThere) return;
      this.#available.add(name);
      this.#render(this.#readOffer(this.#settings));
    });
    const all = Promise.all(answers);
    void Promise.race([all, delay(answerTimeoutMs)]).then(() => {
      if (!isLatest()) return;
      this.#isAnswered = true;
      this.#render(this.#readOffer(this.#settings));
    });
    void Promise.race([all, delay(askTimeoutMs)]).then(() => {
      if (isLatest()) this.#row.isAsking = false;
    });
  }

  async #find(name: WalletName, { settings, config }: Offer): Promise<boolean> {
    const ports = globalThis as Ports;
    switch (name) {
      case 'applepay':
        if (settings.scripts.includes('apple')) {
          const isThere = () => customElements.get('apple-pay-button') !== undefined;
          // The page may have loaded the script, which runs once. And a browser that has Apple Pay can pay without it.
          const loaded = isThere() || this.#load('apple');
          await (ports.ApplePaySession ? Promise.race([loaded, delay(askTimeoutMs)]) : loaded);
          this.#hasAppleButton = isThere();
        }
        return canPayByApple(ports.ApplePaySession);
      case 'samsungpay':
        if (!ports.SamsungPay && settings.scripts.includes('samsung'))
          await this.#load('samsung', () => ports.SamsungPay !== undefined);
        if (findBrands(config.networks).length === 0) return false;
        return canPayBySamsung(ports.SamsungPay, {
          serviceId: settings.samsungServiceId ?? '',
          networks: config.networks,
        });
      default:
        return name satisfies never;
    }
  }

  async #load(script: WalletScript, isThere?: () => boolean): Promise<void> {
    if (!(await loadWalletScript(script, isThere))) this.#advise(writeScriptAdvice(script));
  }

  /** Whether a press can pay now. */
  #isPayable({ config }: Offer): boolean {
    const phase = this.#context.getPhase();
    return phase === 'ready' || phase === 'paying' || (phase === 'failed' && config.canFetchIntent);
  }

  #render(offer: Offer | undefined): void {
    const shown =
      offer && this.#isPayable(offer)
        ? offer.settings.wallets.filter((name) => this.#available.has(name))
        : [];
    const { language } = this.#context;
    const phase = this.#context.getPhase();
    const isBusy = phase !== 'failed' && (phase !== 'ready' || this.#step === 'open');
    const isCard = takesCards(this.#settings.values);
    const isStc = offersStcPay(this.#settings.values);
    const isEmpty =
      shown.length === 0 && phase === 'ready' && !isCard && !isStc && (!offer || this.#isAnswered);
    if (offer && isEmpty && this.#row.isConnected) this.#report(createNoWalletError());
    const texts = completeMessages({ en, ar }, language.tag, language.allMessages.wallets);
    this.#row.render({
      shown,
      isOff: this.#settings.disabled || isBusy,
      hasAppleButton: this.#hasAppleButton,
      tag: language.tag,
      direction: language.direction,
      refused: isEmpty ? texts.none : this.#hasFailed && shown.length > 0 ? texts.notOpened : '',
      or: shown.length > 0 && isCard && !isStc ? texts.orCard : '',
    });
  }

  /** Opens the sheet in the task of the press: nothing is awaited, and nothing is locked, fetched or sent. */
  #press(name: WalletName): void {
    if (this.#step !== 'idle') return;
    const page = this.#settings;
    const offer = this.#readOffer(page);
    const phase = this.#context.getPhase();
    if (!offer || page.disabled || phase === 'paying' || !this.#isPayable(offer)) return;
    this.#step = 'open';
    this.#hasFailed = false;
    this.run.begin();
    const stopping = (this.#stopping = new AbortController());
    const ports: SheetPorts = {
      pay: (authorization) => this.#pay(authorization, offer.terms.price, stopping.signal),
      onClosed: () => stopping.abort(),
      onCancel: (reason) => {
        if (reason !== undefined)
          this.#context.adviseDeveloper(`${walletTitles[name]} has closed its sheet.`, reason);
        this.#end(
          new PayError('canceled', 'The payer has closed the sheet. Nothing was sent.', { retryable: true }),
        );
        this.#context.emitCancel(name);
      },
      onError: (error) => {
        this.#hasFailed = true;
        this.#end(error);
        this.#context.emitError(error);
      },
      after: (ms, callback) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    };
    globalThis.addEventListener('pagehide', this.#onPageHide);
    this.#sheet = this.#open(name, offer, ports);
    this.#render(offer);
  }

  #open(name: WalletName, { config, settings, terms }: Offer, ports: SheetPorts): Sheet | undefined {
    const { ApplePaySession, SamsungPay } = globalThis as Ports;
    switch (name) {
      case 'applepay':
        return openApplePay(ApplePaySession as ApplePayPort, terms, {
          ...ports,
          validateMerchant: (url) =>
            settings.validateMerchant
              ? settings.validateMerchant(url)
              : startAppleSession(config, settings.merchantName, url),
        });
      case 'samsungpay':
        return openSamsungPay(
          SamsungPay as SamsungPayPort,
          {
            ...terms,
            serviceId: settings.samsungServiceId ?? '',
            orderNumber: createPaymentId(),
            pageHost: location.hostname,
          },
          ports,
        );
      default:
        return name satisfies never;
    }
  }

  readonly #onPageHide = (): void => this.abort();

  #leave(): void {
    this.#step = 'idle';
    globalThis.removeEventListener('pagehide', this.#onPageHide);
  }

  #end(error: PayError): void {
    this.#leave();
    this.run.end(error);
  }

  /** The payer has authorised. The sheet may only say what is known of the payment that this run has sent. */
  async #pay({ source, metadata }: Authorization, price: Price, signal: AbortSignal): Promise<SheetResult> {
    // An aborted sheet, such as that of an element that was removed, pays nothing.
    if (this.#step !== 'open') return 'failure';
    this.#step = 'paying';
    const endsAt = Date.now() + sheetTimeoutMs;
    let sentId = '';
    let outcome: Outcome;
    try {
      outcome = await this.run.pay({ ...source, ...metadata }, price, (paymentId) => {
        // The payer would see no result, and might pay again.
        if (signal.aborted || Date.now() >= endsAt) throw new Error('The sheet has ended.');
        sentId = paymentId;
      });
    } catch (error) {
      // Nothing was sent, or the service refused it. A payment may have been made on an intent that was used.
      return sentId && (error as PayError).code === 'expired' ? 'unknown' : 'failure';
    } finally {
      this.#leave();
    }
    if (sentId === '') return 'failure';
    const { paymentId, payment } = outcome;
    // An attempt that is sent again may have become a payment before, by a card.
    const type = payment?.source?.['type'];
    const isOther = typeof type === 'string' && type !== source.type;
    // The service may write an id in other letters.
    const isSent = paymentId.toLowerCase() === sentId.toLowerCase();
    if (isOther || !isSent || findDifference(price, payment)) return 'unknown';
    if (isPaidOrAuthorized(outcome.status)) return 'success';
    return outcome.status === 'failed' ? 'failure' : 'unknown';
  }
}
