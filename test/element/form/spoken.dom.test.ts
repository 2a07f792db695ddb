import { virtual } from '@guidepup/virtual-screen-reader/browser.js';
import { expect } from 'chai';
import type { PayCheckout } from '../../../src/entries/element.js';
import { writeReport } from '../../write-report.js';
import { waitUntil } from '../../wait-until.js';
import { checkout } from '../page.js';

/** The service, which answers each payment as a story says. */
class Service {
  readonly #fetch = window.fetch;

  answers(status: number, body: unknown): void {
    window.fetch = () => Promise.resolve(new Response(JSON.stringify(body), { status }));
  }

  /** Makes the payment that is asked for, and tells it with this status. */
  makes(status: string, source: object = {}): void {
    window.fetch = (_input, init) => {
      const { given_id: id } = JSON.parse(String(init?.body)) as { given_id: string };
      return Promise.resolve(new Response(JSON.stringify({ id, status, source }), { status: 201 }));
    };
  }

  restore(): void {
    window.fetch = this.#fetch;
  }
}

/** Everything that follows from what has just happened has happened. */
const quiet = async (): Promise<void> => {
  for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setTimeout(resolve));
};

/** What a screen reader says, by what has just happened. */
type Spoken = [happened: string, phrases: readonly string[]][];

/**
 * A payer who listens. The virtual screen reader does not look into shadow roots, so it is given the content of the
 * form's shadow root: that is also all that a payer's own screen reader finds there.
 */
class Listener {
  readonly spoken: Spoken = [];

  readonly #container: HTMLElement;

  constructor(readonly form: PayCheckout) {
    const container = form.shadowRoot?.querySelector<HTMLElement>('.root');
    if (!container) throw new Error('The form is not drawn.');
    this.#container = container;
  }

  static async to(form: PayCheckout): Promise<Listener> {
    const listener = new Listener(form);
    await virtual.start({ container: listener.#container });
    return listener;
  }

  /** Goes from item to item, from the first one to the last. */
  async readAll(happened: string): Promise<void> {
    await virtual.stop();
    await virtual.start({ container: this.#container });
    await virtual.clearSpokenPhraseLog();
    const { activeNode } = virtual;
    const phrases: string[] = [];
    for (let item = 0; item < 90; item++) {
      await virtual.next();
      if (virtual.activeNode === activeNode && (await virtual.lastSpokenPhrase()) === '') break;
      phrases.push(await virtual.lastSpokenPhrase());
    }
    this.#add(happened, untilRepeated(phrases));
  }

  /** Records what is announced, unasked, while something happens. */
  async recordDuring(happened: string, what: () => unknown): Promise<void> {
    await virtual.clearSpokenPhraseLog();
    await what();
    await this.form.updateComplete;
    await quiet();
    this.#add(happened, await virtual.spokenPhraseLog());
  }

  /** Without what a screen reader passes over: a paragraph's ends, and a region that has become empty. */
  #add(happened: string, phrases: readonly string[]): void {
    const audible = phrases.filter((it) => !/^(?:polite: |(?:end of )?paragraph)?$/.test(it));
    // A payment's reference is another one each time.
    const reference = /[\da-f]{8}-[\da-f-]{27}/;
    this.spoken.push([happened, audible.map((phrase) => phrase.replace(reference, '85f2a1b4-…'))]);
  }
}

/** From the last item a reader goes on to the first: what is said until then. */
function untilRepeated(phrases: readonly string[]): readonly string[] {
  const again = phrases.findIndex(
    (_, at) => at > 0 && phrases.slice(at).every((phrase, i) => phrase === phrases[i]),
  );
  return again < 0 ? phrases : phrases.slice(0, again);
}

const input = (form: PayCheckout, id: string) => {
  const found = form.shadowRoot?.querySelector<HTMLInputElement>(`#${id}`);
  if (!found) throw new Error(`There is no ${id}.`);
  return found;
};

/** Types a text and leaves the field. */
function type(form: PayCheckout, id: string, text: string): void {
  const field = input(form, id);
  field.focus();
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  field.blur();
}

/** Fills in all fields, without the focus. */
async function fill(form: PayCheckout): Promise<void> {
  const texts = { number: '4111114005765430', expiry: '12/30', cvc: '123', name: 'Sara Ali' };
  for (const [id, text] of Object.entries(texts)) {
    input(form, id).value = text;
    input(form, id).dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }
  await form.updateComplete;
}

const payAndWait = (form: PayCheckout) => async () => {
  form.submit().catch(() => undefined);
  await waitUntil(() => form.state !== 'ready' && form.state !== 'failed');
  await waitUntil(() => form.state !== 'paying');
};

const emptyPress = 'The payer presses the button, and nothing is filled in';

/** A whole payment, with a slip on the way. */
async function payment(service: Service, form: PayCheckout): Promise<Spoken> {
  const listener = await Listener.to(form);
  await listener.readAll('The payer reads the form from top to bottom');
  await listener.recordDuring(emptyPress, () => form.submit().catch(() => undefined));
  await listener.recordDuring('The payer types a wrong card number and leaves the field', () =>
    type(form, 'number', '4111114005765431'),
  );
  await listener.recordDuring('The payer mends the card number', () =>
    type(form, 'number', '4111114005765430'),
  );
  await fill(form);
  service.makes('paid');
  await listener.recordDuring('The payer pays, and the payment is made', payAndWait(form));
  await listener.readAll('The payer reads what is there now');
  return listener.spoken;
}

async function decline(service: Service, form: PayCheckout): Promise<Spoken> {
  const listener = await Listener.to(form);
  await fill(form);
  service.makes('failed', { response_code: '51' });
  await listener.recordDuring('The payer pays, and the bank declines', payAndWait(form));
  await listener.readAll('The payer reads what is there now');
  return listener.spoken;
}

async function lostAnswer(service: Service, form: PayCheckout): Promise<Spoken> {
  const listener = await Listener.to(form);
  await fill(form);
  service.answers(500, {});
  await listener.recordDuring('The payer pays, and no answer comes', payAndWait(form));
  await listener.readAll('The payer reads what is there now');
  await listener.recordDuring('The payer asks for another way to pay', () =>
    form.shadowRoot?.querySelector<HTMLElement>('[part~="notice"] button')?.click(),
  );
  return listener.spoken;
}

/** A card that the service does not know any more, and then another one. */
async function savedCard(service: Service, form: PayCheckout): Promise<Spoken> {
  const listener = await Listener.to(form);
  await listener.readAll('The payer reads the form from top to bottom');
  service.answers(400, {
    type: 'invalid_request_error',
    message: 'No.',
    errors: { 'source.token': ['No.'] },
  });
  await listener.recordDuring(
    'The payer pays by the first card, which the service does not know any more',
    async () => {
      form.submit().catch(() => undefined);
      await waitUntil(() => form.state === 'paying');
      await waitUntil(() => form.state === 'ready');
    },
  );
  await listener.readAll('The payer reads what is there now');
  const last = [...(form.shadowRoot?.querySelectorAll<HTMLElement>('[type="radio"]:enabled') ?? [])].at(-2);
  service.makes('paid');
  await listener.recordDuring('The payer chooses the other card', () => last?.click());
  await listener.recordDuring('The payer pays, and the payment is made', payAndWait(form));
  return listener.spoken;
}

/** Presses in the field that is wrong move no focus, with which its message would be read. */
async function enterKey(_: Service, form: PayCheckout): Promise<Spoken> {
  const listener = await Listener.to(form);
  const press = () => form.submit().catch(() => undefined);
  await fill(form);
  type(form, 'cvc', '1');
  input(form, 'cvc').focus();
  await listener.recordDuring('The payer presses Enter in the security code, which is too short', press);
  for (const id of ['number', 'cvc', 'name']) type(form, id, '');
  input(form, 'number').focus();
  await listener.recordDuring('The payer presses Enter in the number, and three fields are empty', press);
  return listener.spoken;
}

/** The one field that is missing is focused, and read with its message. */
async function mobileNumber(_: Service, form: PayCheckout): Promise<Spoken> {
  const listener = await Listener.to(form);
  await listener.recordDuring('The payer presses the button without a mobile number', () =>
    form.submit().catch(() => undefined),
  );
  await listener.recordDuring('The payer types a wrong mobile number and leaves the field', () =>
    type(form, 'mobile', '0412345678'),
  );
  await listener.recordDuring('The payer presses the button again', () =>
    form.submit().catch(() => undefined),
  );
  await listener.recordDuring('The payer presses Enter in the mobile number, which is empty', async () => {
    type(form, 'mobile', '');
    input(form, 'mobile').focus();
    await virtual.clearSpokenPhraseLog();
    form.submit().catch(() => undefined);
  });
  return listener.spoken;
}

const savedCards = [
  { token: 'token_visa_0001', company: 'visa', number: '4111-11XX-XXXX-5430', month: 3, year: 2031 },
  { token: 'token_mada_0001', company: 'mada', number: '420132XXXXXX1010', month: '12', year: '30' },
  { token: 'token_old_00001', company: 'visa', number: '4111-11XX-XXXX-0001', month: '01', year: '2024' },
];

const stories: readonly (readonly [
  name: string,
  play: (service: Service, form: PayCheckout) => Promise<Spoken>,
  properties?: Partial<PayCheckout>,
])[] = [
  ['A payment', payment],
  ['A decline', decline],
  ['A lost answer', lostAnswer],
  ['A saved card', savedCard, { savedCards, saveCard: 'offer' }],
  ['An Enter key', enterKey],
  ['A mobile number', mobileNumber, { methods: 'stcpay' }],
];

const intent = { id: 'i1', client_secret: 'pi_secret_1', amount: 10_000, currency: 'SAR' };
const fetchIntent = () => Promise.resolve(intent);

const transcripts: string[] = [];

describe('what a screen reader says', () => {
  let service: Service;
  beforeEach(() => void (service = new Service()));
  afterEach(async () => {
    await virtual.stop();
    service.restore();
  });

  for (const [lang, language] of [
    ['en', 'English'],
    ['ar', 'Arabic'],
  ] as const) {
    for (const [story, play, properties] of stories) {
      it(`announces nothing twice: ${story.toLowerCase()}, in ${language}`, async () => {
        const { element } = await checkout({ fetchIntent, lang, networks: 'mada visa', ...properties });
        await quiet();
        const spoken = await play(service, element);
        for (const [happened, phrases] of spoken) {
          const announced = phrases.filter((phrase) => /^(polite|assertive): /.test(phrase));
          if (happened.includes('presses')) expect(phrases, happened).not.to.deep.equal([]);
          if (happened === emptyPress) expect(announced).to.have.length(1);
          expect(new Set(announced).size, `${happened}: ${announced.join(' | ')}`).to.equal(announced.length);
          // What is read with the focused field is not announced too.
          for (const announcement of announced) {
            const text = announcement.replace(/^\w+: /, '');
            expect(
              phrases.filter((phrase) => phrase.includes(text)),
              happened,
            ).to.deep.equal([announcement]);
          }
        }
        transcripts.push(`## ${story}, in ${language}\n`);
        for (const [happened, phrases] of spoken) {
          transcripts.push(`${happened}:\n`, ...phrases.map((phrase) => `- ${phrase}`), '');
        }
      });
    }
  }

  after(async () => {
    const head = [
      '# What a screen reader says',
      '',
      'A phrase that begins with "polite" is read aloud when it appears. Only the virtual screen reader says "not busy",',
      '"not invalid" and "not disabled", and it does not see which radio button is checked.',
      '',
    ];
    await writeReport('spoken.md', `${[...head, ...transcripts].join('\n').trim()}\n`);
  });
});
