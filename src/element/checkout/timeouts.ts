/** How long settings may be missing before the element reports them. */
export const configTimeoutMs = 3_000;

/** How long the merchant's server may take. */
export const merchantTimeoutMs = 30_000;

/** How long the page's event listeners and the attempt store may take. */
export const portTimeoutMs = merchantTimeoutMs;

/** How long to wait for the service's answer to a payment, where the page sets no `timeout`. */
export const defaultServiceTimeoutMs = 60_000;

/** A value below this is probably in seconds: every payment would end as `unknown`. */
export const minServiceTimeoutMs = 1_000;

/** The longest time that a timer can hold: a longer one would fire at once. */
export const maxTimerMs = 2_147_483_647;

/** How long a refusal is held back while the merchant's server looks for the payment. */
export const verifyTimeoutMs = 3_000;

/** How long the browser may take to leave for the bank's page. Then the payment counts as open. */
export const leaveTimeoutMs = 10_000;

/** How long the request may take that decides whether a device is really offline. */
export const offlineCheckTimeoutMs = 5_000;

/** How often the store is read while another element or tab pays. */
export const otherTabIntervalMs = 1_000;

/** The longest single timer of a watch: timers do not run while a device sleeps. */
export const clockCheckIntervalMs = 15_000;

/** For how long, and how often, the server must say "no such payment" before the payment counts as lost. */
export const notFoundGraceMs = 60_000;
export const notFoundAnswers = 3;

/**
 * `notFoundGraceMs` for an intent that the service has refused as expired or canceled. Such an intent has made no payment,
 * so a longer wait could teach nothing.
 */
export const endedIntentGraceMs = 10_000;

/** How long the payer may take to type the code of STC Pay. The service ends the payment about a minute later. */
export const codeTimeoutMs = 5 * 60_000;

/** How long before the end of that time the form says so. */
export const codeEndingSoonMs = 60_000;

/**
 * How many status requests must have ended before the form says that the bank, or STC Pay, waits: the service may need a
 * moment after the payer has approved.
 */
export const requestsBeforeBankLink = 2;

/** How long a payment must be open before the payer is offered to pay another way. */
export const anotherWayAfterMs = 10 * 60_000;

/**
 * How long a payment may wait at the bank before it is given up. Only when the server says that the payment still
 * waits: without a status source the payment may have been paid, and only the payer may decide to pay again.
 */
export const giveUpAfterMs = 60 * 60_000;

/** How long before its end an intent counts as expiring soon, and the form says so. */
export const expiringSoonMs = 5 * 60_000;

/** How long a stored attempt is kept. */
export const storedAttemptLifetimeMs = 2 * 60 * 60_000;

/** How long to wait for a lock that is held: the browser may not know yet that it was released. */
export const lockTimeoutMs = 250;

/** How long to wait for any answer of the lock manager, which may be slow but never needs a person. */
export const silentLockTimeoutMs = 3_000;

/** How long a server-rendered form waits for its locale. Then the form renders in English. */
export const localeTimeoutMs = 3_000;

/** How long the form waits for `pay-methods.js`. Then the payer can type a card. */
export const methodsTimeoutMs = 2_000;

/** How long the form waits for the module of the challenge dialog, which may never load. Then this page is left. */
export const challengeLoadTimeoutMs = 5_000;

/** How long an element that was taken out of the page keeps what was typed: some pages put the same element back. */
export const keptInputMs = 1_000;

/** How long a frame may take to answer `ask` and the greeting. */
export const frameTimeoutMs = 10_000;

/** How long a listener may delay the redirect: shorter than the frame waits for the page's response. */
export const redirectTimeoutMs = 29_000;
