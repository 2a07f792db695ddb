import { networks } from './cards.js';

/** Everything that can be set on the page, but the card: that is nowhere but in the form. */
export interface Settings {
  /** Smallest currency unit. */
  readonly amount: string;
  readonly currency: string;
  readonly networks: readonly string[];
  /** What can be paid by, in the words of the element. */
  readonly methods: readonly string[];
  readonly manual: boolean;
  /** Whether the element may ask the shop what became of a payment. */
  readonly status: boolean;
  /** Whether the page stays after the outcome, where the element would go to the `callback_url`. */
  readonly stay: boolean;
  /** Whether the form lives in a frame of another origin. */
  readonly framed: boolean;
  /** Empty: the page's. */
  readonly lang: string;
  /** Empty: the language's. */
  readonly dir: string;
  /** Empty: the system's. */
  readonly scheme: string;
  readonly width: string;
  readonly preset: string;
  /** The `--pay-*` properties that are set, by name. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Counts the purchases, so that a new one is never taken for one whose end is not known. */
  readonly purchase: number;
}

const initial: Settings = {
  amount: '10000',
  currency: 'SAR',
  networks,
  methods: ['creditcard'],
  manual: false,
  status: true,
  stay: true,
  framed: false,
  lang: '',
  dir: '',
  scheme: '',
  width: 'desktop',
  preset: '',
  tokens: {},
  purchase: 1,
};

const key = 'playground-settings';
const changed = new EventTarget();
let settings = restored();

export const currentSettings = (): Settings => settings;

export function changeSettings(part: Partial<Settings>): void {
  keepSettings(part);
  changed.dispatchEvent(new Event('change'));
}

/** For the next page: on this one nothing changes. */
export function keepSettings(part: Partial<Settings>): void {
  settings = { ...settings, ...part };
  sessionStorage.setItem(key, JSON.stringify(settings));
}

/** Calls back now, and again whenever something else is set. */
export function withSettings(show: (settings: Settings) => void): void {
  changed.addEventListener('change', () => show(settings));
  show(settings);
}

/** Storage can hold anything: what is not of the right kind is as at first. */
function restored(): Settings {
  try {
    const stored = Object(JSON.parse(sessionStorage.getItem(key) ?? '{}')) as Record<string, unknown>;
    const sound = Object.entries(initial).filter(
      ([name, value]) =>
        typeof stored[name] === typeof value && Array.isArray(stored[name]) === Array.isArray(value),
    );
    return { ...initial, ...Object.fromEntries(sound.map(([name]) => [name, stored[name]])) };
  } catch {
    return initial;
  }
}
