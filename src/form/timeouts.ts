/** How long a server-rendered form waits for the words of its language. Then it is drawn in English. */
export const wordsTimeoutMs = 3_000;

/** How long the form waits for the file about saved cards. Then the payer types a card until it is there. */
export const savedCardsTimeoutMs = 2_000;

/** How long the file with the dialog for the bank's page is waited for: it may never come. */
export const challengeLoadTimeoutMs = 5_000;
