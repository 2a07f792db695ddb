import type { OrderRecord, PaymentEntry } from './record.js';

/** What a report has to say of an order. */
export interface ReportFlags {
  readonly isOpen: boolean;
  readonly isMismatched: boolean;
  readonly isDuplicate: boolean;
  readonly isUncaptured: boolean;
}

/** `hasTasks`: something is left to be asked or done. */
export function findReportFlags({ payments, paidBy, intents }: OrderRecord, hasTasks: boolean): ReportFlags {
  const isKept = ({ money }: PaymentEntry) => money !== 'returned' && money !== 'none';
  const has = (verdict: PaymentEntry['verdict']) =>
    payments.some((entry) => entry.verdict === verdict && isKept(entry));
  return {
    isOpen: hasTasks || intents.some(({ state }) => state === 'open'),
    isMismatched: has('mismatch'),
    isDuplicate: has('duplicate'),
    isUncaptured: payments.some(({ id, verdict }) => id === paidBy && verdict === 'authorized'),
  };
}

export const belongsInReport = (record: OrderRecord, hasTasks: boolean): boolean =>
  Object.values(findReportFlags(record, hasTasks)).includes(true);
