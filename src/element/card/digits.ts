/** Arabic-Indic, Persian, Devanagari and fullwidth digits as ASCII; everything else stays. */
export function toAsciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g, (digit) => {
    const code = digit.charCodeAt(0);
    // The low four bits are the digit in every block except Devanagari, which starts at U+0966.
    return String((code >> 8 === 9 ? code + 10 : code) & 15);
  });
}

/** The digits of a text as ASCII, in their order; everything else is left out. */
export function toDigits(text: string): string {
  return toAsciiDigits(text).replace(/\D+/g, '');
}
