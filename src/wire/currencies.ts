/**
 * The currencies of ISO 4217 by how many decimals they have: first those that have not two, and those that `Intl` may
 * not know or that every page asks about. A browser takes the rest from `Intl`, and so loads this short list only.
 * Ariary and ouguiya, which ISO 4217 counts in fifths, have hundredths on the wire like all others.
 */
const exceptions = new Map<string, number>(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    2: 'BOV CHE CHW COU MXV SAR SLE USN VED XAD XCG ZWG',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([decimals, codes]) => codes.split(' ').map((code) => [code, Number(decimals)] as const)),
);

/** All others: each has two decimals. */
const twoDecimalCodes =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC ' +
  'CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD ' +
  'KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO ' +
  'NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SBD SCR SDG SEK SGD SHP SOS SRD SSP STN SVC SYP SZL THB TJS ' +
  'TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR ZMW';

/** For the browser: the decimals of a code in the short list. */
export const getListedDecimals = (code: string): number | undefined => exceptions.get(code);

/**
 * For servers and schemas, which have the whole table: how many decimals a currency has: 2 for SAR, 3 for KWD, 0 for JPY.
 * Undefined: ISO 4217 has no such code.
 */
export const getDecimalsFromTable = (code: string): number | undefined =>
  exceptions.get(code) ?? (/^[A-Z]{3}$/.test(code) && twoDecimalCodes.includes(code) ? 2 : undefined);
