export const networks = ['mada', 'visa', 'master', 'amex', 'unionpay'] as const;
export type Network = (typeof networks)[number];

/** A card that the sandbox plays. Any other number is declined. */
export interface TestCard {
  readonly number: string;
  readonly network: Network;
  /** How a payment with it ends, once the bank's page has been passed. */
  readonly result: string;
  /** The issuer's response code, ISO 8583; none where the issuer is never asked. */
  readonly code?: string;
  /** Whether the payer is sent to the bank's page first. */
  readonly challenged: boolean;
}

/** Result, code, and a number for each network, in their order. */
const rows = [
  ['Approved', '00', '4201320111111010 4111111111111111 5421080101000000 340000000900000 6200000000000005'],
  [
    'Unspecified failure',
    '99',
    '4201320000013020 4123120000000000 5105105105105100 371111111111114 6200000000000013',
  ],
  [
    'Insufficient funds',
    '51',
    '4201320000311101 4123120001090000 5457210001000092 340033000000000 6200000000000021',
  ],
  ['Lost card', '41', '4201320131000508 4123450131000508 5204010101000000 340012340501000 6200000000000039'],
  ['Declined', '05', '4201321234411220 4123120001090109 5204730000002514 340033000000133 6200000000000047'],
  [
    'Expired card',
    '54',
    '4201322267774310 4123128518640738 5105107550274126 340000018441278 6200000000000054',
  ],
  [
    'Exceeds withdrawal limit',
    '61',
    '4201326324640570 4123123033308648 5105106475101067 340000753060788 6200000000000062',
  ],
  [
    'Stolen card',
    '43',
    '4201321144311528 4123125276780003 5105107304607225 340000418501838 6200000000000070',
  ],
] as const;

/** Visa cards whose 3-D Secure itself fails, whatever the payer answers. */
const unauthenticated = [
  ['4111118250252531', 'Attempted, but not available'],
  ['4111113343111067', '3-D Secure service error'],
  ['4111112205628150', '3-D Secure service error'],
  ['4111116611600661', 'Not enrolled in 3-D Secure'],
  ['4111115784228433', 'Rejected by the issuer bank'],
  ['4111115620358287', 'Authentication unavailable'],
] as const;

export const testCards: readonly TestCard[] = [
  { number: '4111114005765430', network: 'visa', result: 'Approved at once', code: '00', challenged: false },
  ...rows.flatMap(([result, code, numbers]) => {
    const row = numbers.split(' ');
    return networks.map((network, column) => ({
      number: row[column] ?? '',
      network,
      result,
      code,
      challenged: true,
    }));
  }),
  ...unauthenticated.map(([number, result]) => ({
    number,
    network: 'visa' as const,
    result,
    challenged: true,
  })),
];

/** How a result is told apart at a glance. */
export const isApproved = ({ code }: TestCard) => code === '00';
