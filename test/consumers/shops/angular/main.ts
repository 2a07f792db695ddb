import '@angular/compiler';
import { Component, CUSTOM_ELEMENTS_SCHEMA, provideZonelessChangeDetection, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import 'pay-checkout';
import type { PayOutcomeEvent } from 'pay-checkout';
import { createIntent, price } from '../intent';

@Component({
  selector: 'app-shop',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <h1>Shop</h1>
    <button (click)="quantity.set(quantity() + 1)">One more</button>
    <button (click)="open.set(!open())">Basket</button>
    @if (open()) {
      <pay-checkout
        [baseUrl]="baseUrl"
        publishable-key="pk_test_sandbox"
        [amount]="price * quantity()"
        currency="SAR"
        [metadata]="metadata"
        [fetchIntent]="createIntent"
        (pay-outcome)="onOutcome($event)"
      />
    }
    <output>{{ result() }}</output>
  `,
})
class Shop {
  readonly price = price;
  readonly baseUrl = import.meta.env.VITE_PAY_BASE_URL;
  readonly metadata = { order: '7' };
  readonly quantity = signal(1);
  readonly open = signal(true);
  readonly result = signal('');
  readonly createIntent = () => createIntent(this.quantity());

  onOutcome(event: PayOutcomeEvent) {
    event.preventDefault(); // The shop says it itself, in place of going to the callback.
    const { status, paymentId } = event.detail.outcome;
    this.result.set(`${status} ${paymentId}`);
  }
}

await bootstrapApplication(Shop, { providers: [provideZonelessChangeDetection()] });
