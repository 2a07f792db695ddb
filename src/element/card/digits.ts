const decimalDigit = /\p{Nd}/u;

/** The decimal digits of any script as ASCII; everything else stays. */
export function toAsciiDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) as number;
    // Unicode has the ten digits of a script in one row, from zero to nine, and rows may follow each other.
    let first = code;
    while (decimalDigit.test(String.fromCodePoint(first - 1))) first--;
    return String((code - first) % 10);
  });
}

/** The digits of a text as ASCII, in their order; everything else is left out. */
export function toDigits(text: string): string {
  return toAsciiDigits(text).replace(/\D+/g, '');
}
