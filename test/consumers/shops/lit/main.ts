import 'pay-checkout';
import type { PayOutcomeEvent } from 'pay-checkout';
import { LitElement, html, nothing } from 'lit';
import { createIntent, price } from '../intent';

class LitShop extends LitElement {
  static override properties = { quantity: { state: true }, open: { state: true }, result: { state: true } };

  declare quantity: number;
  declare open: boolean;
  declare result: string;

  constructor() {
    super();
    this.quantity = 1;
    this.open = true;
    this.result = '';
  }

  protected override render() {
    return html`<h1>Shop</h1>
      <button @click=${() => this.quantity++}>One more</button>
      <button @click=${() => (this.open = !this.open)}>Basket</button>
      ${this.open ? this.checkout() : nothing}
      <output>${this.result}</output>`;
  }

  private checkout() {
    return html`<pay-checkout
      base-url=${import.meta.env.VITE_PAY_BASE_URL}
      publishable-key="pk_test_sandbox"
      currency="SAR"
      .amount=${price * this.quantity}
      .metadata=${{ order: '7' }}
      .fetchIntent=${() => createIntent(this.quantity)}
      @pay-outcome=${this.onOutcome}
    ></pay-checkout>`;
  }

  private onOutcome(event: PayOutcomeEvent) {
    event.preventDefault(); // The shop says it itself, in place of going to the callback.
    const { status, paymentId } = event.detail.outcome;
    this.result = `${status} ${paymentId}`;
  }
}

customElements.define('lit-shop', LitShop);
