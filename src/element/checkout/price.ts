/** What the payer is shown, and so what may be charged; smallest currency unit. */
export interface Price {
  readonly amount: number;
  readonly currency: string;
}
