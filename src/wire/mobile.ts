/** Whatever may stand between the digits of a number. */
const gap = '[\\s.\\-()\u2010-\u2015]*';

/** All but the last two digits, by which the payer recognizes the number. */
export const maskMobile = (mobile: string): string => mobile.replace(/.(?=..)/g, '•');

/** Masks a Saudi mobile number in a text, with the country code or without, in each writing of a service. */
export function maskMobileIn(text: string, mobile: string): string {
  const national = mobile.replace(/\D/g, '').slice(-9);
  if (national.length < 9) return text;
  const prefix = `(?:(?:(?:\\+|00)${gap})?966${gap})?(?:0${gap})?`;
  return text.replaceAll(new RegExp(prefix + [...national].join(gap), 'g'), maskMobile(`0${national}`));
}
