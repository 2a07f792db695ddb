import { isPaidOrAuthorized } from '../checkout/purchase.js';
import { computePageDigest } from './digest.js';
import { getStorageKey, loadEntry, storeEntry, type StoredEntry } from './stored-entry.js';

/** The payments that this document has made. An element that is added to the page later is for another purchase. */
const paymentsOfDocument = new Set<string>();

/** How many attempt stores this document has created. */
let storeCount = 0;

/**
 * By payment id: how many stores existed when a payment from before this page load was first read. Only those stores
 * report that payment; an element added later, as by the next page of a shop in one document, pays for something else.
 */
const storeCountAtFirstRead = new Map<string, number>();

/** Numbers the attempt stores of this document, from 1. */
export const assignStoreNumber = (): number => ++storeCount;

/** Marks a payment as made by this document: it is not one from before this page load. */
export const addPaymentOfDocument = (paymentId: string): void => void paymentsOfDocument.add(paymentId);

/** This tab's own entry from before this page load, if the store of this number may report it. */
export function readOwnEntry(storageKey: string, storeNumber: number): StoredEntry | undefined {
  const entry = loadOrDropOwnEntry(storageKey);
  if (!entry || !isPaidOrAuthorized(entry.stage)) return entry;
  if (!storeCountAtFirstRead.has(entry.id)) storeCountAtFirstRead.set(entry.id, storeCount);
  return storeNumber <= (storeCountAtFirstRead.get(entry.id) ?? 0) ? entry : undefined;
}

/** This tab's entry, if this document came by Back, Forward or a reload to the page that wrote the entry. */
function loadOrDropOwnEntry(storageKey: string): StoredEntry | undefined {
  const entry = loadEntry('sessionStorage', storageKey);
  if (!entry || paymentsOfDocument.has(entry.id)) return undefined;
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // A new visit is for another purchase, also after a later reload: drop the entry.
  if (arrival?.type === 'navigate') storeEntry('sessionStorage', storageKey, undefined);
  else if (arrival && computePageDigest(arrival.name) === entry.page) return entry;
  return undefined;
}

const getReturnKey = (id: string): string => getStorageKey({ key: `return ${id}` });

/**
 * Notes that this tab goes to a payment's return URL. The shop may lead the payer from there back to the page that pays,
 * which must not go there by itself again: the two would follow each other without end.
 */
export const saveReturn = (id: string): boolean =>
  storeEntry('sessionStorage', getReturnKey(id), { id, stage: 'paid', at: Date.now(), page: '' });

/** Whether this tab has gone to a payment's return URL before. */
export const hasGoneToReturnUrl = (id: string): boolean =>
  loadEntry('sessionStorage', getReturnKey(id)) !== undefined;
