import { invalidFields } from '../http/refusal.js';
import type { Service } from '../controls/service.js';
import { type Kind, kinds } from './entry.js';
import { type Cursor, cursorIn, cursorText, newest, readTimeline, type Timeline } from './timeline.js';

/** Which part of the timeline an address asks for. */
export interface View {
  readonly kind: Kind | undefined;
  readonly from: Cursor;
}

/** Reads `kind` and `older`; each may be left out. */
export function viewIn(parameters: URLSearchParams): View {
  const [wanted, older] = [parameters.get('kind'), parameters.get('older')];
  const kind = kinds.find((known) => known === wanted);
  if (wanted !== null && !kind) throw invalidFields({ kind: [`must be one of ${kinds.join(', ')}`] });
  const from = older === null ? newest : cursorIn(older);
  if (!from) throw invalidFields({ older: ['is no place in the timeline'] });
  return { kind, from };
}

/** The address of a view. */
export function addressOf(kind: Kind | undefined, older?: Cursor): string {
  const parameters = new URLSearchParams({
    ...(kind && { kind }),
    ...(older && { older: cursorText(older) }),
  });
  return parameters.size > 0 ? `/?${parameters}` : '/';
}

/** The entries of a view, and the address of those before them; empty when there are none. */
export function show(service: Service, { kind, from }: View): Pick<Timeline, 'entries'> & { older: string } {
  const { entries, older } = readTimeline(service, from, kind);
  return { entries, older: older ? addressOf(kind, older) : '' };
}
