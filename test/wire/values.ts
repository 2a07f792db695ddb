/** Values that the tables share; each list says what a type of the interface takes and what it does not. */

export const id = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';

export const uuids = {
  good: [id, id.toUpperCase(), '2f1acc6c-4b1f-11ee-be56-0242ac120002'],
  bad: ['', 'x', id.slice(1), `${id} `, id.replaceAll('-', ''), 7],
};

export const moments = {
  good: [
    '2026-05-15T12:00:00.000Z',
    '2026-05-15T12:00:00Z',
    '2026-05-15T15:00:00.5+03:00',
    '2024-02-29T23:59:59Z',
  ],
  bad: [
    '',
    '2026-05-15',
    '15.05.2026',
    '2026-02-29T12:00:00Z',
    '2026-05-15T24:00:00Z',
    '2026-05-15T12:00:00',
    0,
  ],
};

export const addresses = {
  good: ['https://shop.example', 'http://127.0.0.1:4020/callback?order=7#top', 'https://متجر.example/'],
  bad: [
    '',
    '/callback',
    'shop.example',
    'ftp://shop.example',
    'javascript:alert(1)',
    'data:,x',
    'https://',
    'https://a b',
    7,
  ],
};

export const currencies = {
  good: ['SAR', 'KWD', 'JPY', 'USD', 'SLE', 'XCG'],
  bad: ['', 'sar', 'SA', 'SARR', ' SAR', 'ABC', '682', 'toString', 682],
};

export const texts = { good: ['', 'x', 'ش', '😀', '<b>'], bad: [7, true, {}, []] };

/** Integers that JSON carries without loss. */
export const integers = { good: [0, 1, 100, 2 ** 53 - 1], bad: [1.5, 2 ** 53, '1', Number.NaN, true, []] };

export const shares = { ...integers, bad: [...integers.bad, -1] };

export const flags = { good: [true, false], bad: ['true', 0, 1] };
