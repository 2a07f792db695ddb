/** Arabic-Indic, Persian and fullwidth digits as ASCII; everything else stays. */
export function withAsciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    // Each of these blocks starts at a multiple of 16, so the low four bits are the digit.
    String(digit.charCodeAt(0) & 15),
  );
}

/** The digits of a text as ASCII, in their order; everything else is left out. */
export function toDigits(text: string): string {
  return withAsciiDigits(text).replace(/\D+/g, '');
}
