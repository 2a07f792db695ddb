/** The methods by which a message can be delivered. */
export const deliveryMethods = ['post', 'put', 'patch'] as const;
export type DeliveryMethod = (typeof deliveryMethods)[number];

/** A registration as it is stored. */
export interface WebhookRow {
  readonly id: string;
  readonly http_method: DeliveryMethod;
  readonly url: string;
  /** Empty when the merchant set none. */
  readonly shared_secret: string;
  /** A list of kinds; empty for all, also future ones. */
  readonly events_json: string;
  readonly created_at: number;
}
