/** How long a page may leave values out before it is told. */
export const configTimeoutMs = 3_000;

/** How long a function of the page, its memory of payments, and the merchant's server may take. */
export const merchantTimeoutMs = 30_000;

/** How long the service's answer to a payment is waited for, where the page sets no `timeout`. */
export const defaultServiceTimeoutMs = 60_000;

/** A shorter wait for the service was meant as seconds: every payment would be unknown. */
export const minServiceTimeoutMs = 1_000;

/** The longest time that a timer can hold: a longer one would fire at once. */
export const maxTimerMs = 2_147_483_647;

/** How long a refusal is held back while the merchant's server is asked about the payment. */
export const verifyTimeoutMs = 3_000;

/** How long the browser may take to leave for the bank's page. Then the payment counts as open. */
export const leaveTimeoutMs = 10_000;

/** How often it is looked whether another element or tab still pays. */
export const otherTabIntervalMs = 1_000;

/** The longest wait of a timer that must not oversleep: a timer does not count the time that a device sleeps. */
export const clockCheckIntervalMs = 15_000;

/** For how long, and how often, the server must say "no such payment" before it is believed. */
export const notFoundGraceMs = 60_000;
export const notFoundAnswers = 3;

/**
 * The same after the service has refused the intent as used or ended. Nothing can be made of that intent any more, so
 * only the status of a payment that was made before can still come late.
 */
export const closedIntentGraceMs = 10_000;

/** How long a payment must be open before the payer is offered to pay another way. */
export const anotherWayAfterMs = 10 * 60_000;

/**
 * How long a payment may wait at the bank before it counts as abandoned. Only when the server says that it still waits:
 * where nobody can be asked, it may have been paid, and the payer's own word is the only way on.
 */
export const giveUpAfterMs = 60 * 60_000;

/** How long before its end an intent's expiry is said. */
export const expiringSoonMs = 5 * 60_000;
