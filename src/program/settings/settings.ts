import type { PaymentMethod } from '../../entries/server.js';

/** The keys by which a shop's order tokens are checked. */
export type OrderKeys =
  | { readonly kind: 'secrets'; readonly secrets: readonly OrderSecret[] }
  | { readonly kind: 'jwks'; readonly url: URL };

export interface OrderSecret {
  readonly kid: string;
  readonly secret: string;
}

export interface NotificationSettings {
  readonly url: string;
  /** Each signs, so that a shop can change its own while both are valid. */
  readonly secrets: readonly Uint8Array[];
}

export interface ShopSettings {
  readonly name: string | undefined;
  readonly logo: string | undefined;
  /** `#` and three, six or eight hexadecimal digits. */
  readonly accent: string | undefined;
  readonly url: string | undefined;
  /** A BCP 47 tag. */
  readonly lang: string | undefined;
}

/** The ways to pay that the page offers. */
export interface MethodSettings {
  /** Undefined: cards, and a payment by any source counts. */
  readonly methods: readonly PaymentMethod[] | undefined;
  readonly merchantName: string | undefined;
  readonly samsungServiceId: string | undefined;
  /** The text by which Apple knows the domain. */
  readonly applePayDomain: string | undefined;
}

export interface ProgramSettings extends MethodSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** The service's address with its version, without a slash at its end. */
  readonly baseUrl: string;
  readonly webhookSecret: string;
  readonly orderKeys: OrderKeys;
  /** Where payers and the service reach the program, without a slash at its end. */
  readonly publicUrl: string;
  readonly notifications: NotificationSettings | undefined;
  readonly operatorKey: string | undefined;
  readonly databaseUrl: string;
  readonly port: number;
  /** Of `/metrics`; undefined: nothing serves it. */
  readonly metricsPort: number | undefined;
  readonly host: string;
  /** How many of the operator's proxies stand before the program; 0: no header is believed. */
  readonly trustedProxyCount: number;
  /** How many payments of one address may be declined in an hour, over all orders; 0: no limit. */
  readonly callerDeclinesPerHour: number;
  readonly shop: ShopSettings;
  readonly logLevel: string;
  readonly refundDuplicates: boolean;
  /** What must never be seen in a log. */
  readonly secrets: readonly string[];
}
