import { formatTime } from '../store/clock.js';

/** The kinds of entry; the timeline can show one of them alone. */
export const kinds = ['intent', 'payment', 'token', 'invoice', 'webhook', 'delivery', 'request'] as const;
export type Kind = (typeof kinds)[number];

/** How it went: good, bad, still open, or none of these. The page shows it in words too, not by colour alone. */
export type Tone = 'good' | 'bad' | 'open' | 'plain';

/**
 * One line of the timeline, ready to be shown: every field is text, and empty text means none. The page and the live
 * script fill the same markup with it.
 */
export interface TimelineEntry {
  /** Identifies the line, and stays the same when the rest changes. */
  readonly key: string;
  readonly kind: Kind;
  /** ISO 8601, by the sandbox's clock. */
  readonly at: string;
  readonly time: string;
  readonly id: string;
  readonly status: string;
  readonly tone: Tone;
  readonly amount: string;
  /** What happened. */
  readonly what: string;
  /** The merchant's own description. */
  readonly about: string;
  /** A page of the sandbox about it. */
  readonly link: string;
  readonly linkText: string;
  /** Where a form is posted to send the delivery once more. */
  readonly resend: string;
  /** As the API answers it, without secrets. */
  readonly raw: string;
}

type Optional = 'amount' | 'about' | 'link' | 'linkText' | 'resend';

/** What an entry is made of; the fields that may be missing become empty text. */
export type EntryFields = Omit<TimelineEntry, Optional | 'at' | 'time' | 'id' | 'raw'> &
  Partial<Pick<TimelineEntry, Optional>> & {
    readonly at: number;
    readonly id: string;
    readonly raw: unknown;
  };

/** Hides what would let a reader charge the payer's card or send the payer's code, and most of the payer's number. */
const maskSecrets = (key: string, value: unknown) => {
  if (typeof value !== 'string') return value;
  if (key === 'token') return 'token_…';
  if (key === 'mobile') return value.replace(/\d(?=\d{2})/g, '•');
  return key === 'transaction_url' && value.includes('otp_token=') ? '…' : value;
};

export function entry(known: EntryFields): TimelineEntry {
  return {
    amount: '',
    about: '',
    link: '',
    linkText: '',
    resend: '',
    ...known,
    at: formatTime(known.at),
    time: stamp(known.at),
    id: known.id.slice(0, 8),
    raw: JSON.stringify(known.raw, maskSecrets, 2),
  };
}

const format = new Intl.DateTimeFormat('en-US', {
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** `May 15 12:00:00`, in UTC. */
export const stamp = (moment: number) => format.format(moment).replace(',', '');
