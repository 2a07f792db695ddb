import type { Attributes } from './attributes.js';

/** What the code does at an outcome, besides telling it. */
interface Behaviour {
  readonly stay: boolean;
}

export const kinds = ['html', 'react', 'vue'] as const;
export type Kind = (typeof kinds)[number];

const quoted = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const written = (attributes: Attributes) =>
  Object.entries(attributes).map(([name, value]) => (value === '' ? name : `${name}="${quoted(value)}"`));
const lines = (indent: string, list: readonly string[]) => list.map((line) => `${indent}${line}\n`).join('');

/** What each handler has in common, whatever it is written in. */
const handled = ({ stay }: Behaviour, log = 'event.detail.outcome.status') => [
  ...(stay
    ? ['event.preventDefault(); // Stays here. Without it, the element goes to the callback_url.']
    : []),
  `console.log(${log}); // paid, authorized, failed or unknown`,
];

const isFramed = (attributes: Attributes) => 'frame-src' in attributes;
/** What npm calls the build that the attributes need. */
const packageFor = (attributes: Attributes) =>
  isFramed(attributes) ? 'pay-checkout/framed' : 'pay-checkout';

function html(attributes: Attributes, behaviour: Behaviour): string {
  const file = isFramed(attributes) ? 'pay-framed.js' : 'pay-checkout.js';
  return `<script type="module" src="/${file}"></script>

<pay-checkout
${lines('  ', written(attributes))}></pay-checkout>

<script type="module">
  const checkout = document.querySelector('pay-checkout');
  checkout.addEventListener('pay-attempt', (event) => {
    console.log(event.detail.paymentId); // Tell your server, with event.detail.waitUntil(promise).
  });
  checkout.addEventListener('pay-outcome', (event) => {
${lines('    ', handled(behaviour))}  });
  checkout.addEventListener('pay-error', (event) => {
    console.log(event.detail.error.code); // No outcome. Only your server knows whether money moved.
  });
</script>
`;
}

const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** The component has its form in the page, so a form in a frame is the tag, as React 19 takes it. */
function framedReact(attributes: Attributes, behaviour: Behaviour): string {
  return `import 'pay-checkout/framed';
import type {} from 'pay-checkout/types/react';

export const Checkout = () => (
  <pay-checkout
${lines('    ', written(attributes))}    onpay-attempt={(event) => console.log(event.detail.paymentId)}
    onpay-outcome={(event) => {
${lines('      ', handled(behaviour))}    }}
    onpay-error={(event) => console.log(event.detail.error.code)}
  />
);
`;
}

function react(attributes: Attributes, behaviour: Behaviour): string {
  if (isFramed(attributes)) return framedReact(attributes, behaviour);
  const props = Object.entries(attributes).map(([name, value]) => {
    if (value === '') return camel(name);
    return name === 'amount' ? `amount={${value}}` : `${camel(name)}="${quoted(value)}"`;
  });
  return `import { PayCheckout } from 'pay-checkout/react';

export const Checkout = () => (
  <PayCheckout
${lines('    ', props)}    onPayAttempt={(event) => console.log(event.detail.paymentId)}
    onPayOutcome={(event) => {
${lines('      ', handled(behaviour))}    }}
    onPayError={(event) => console.log(event.detail.error.code)}
  />
);
`;
}

function vue(attributes: Attributes, behaviour: Behaviour): string {
  return `<script setup lang="ts">
import '${packageFor(attributes)}';
import type { PayOutcomeEvent } from 'pay-checkout';
import type {} from 'pay-checkout/types/vue';

function ended(event: PayOutcomeEvent) {
${lines('  ', handled(behaviour))}}
</script>

<template>
  <pay-checkout
${lines('    ', written(attributes))}    @pay-attempt="(event) => console.log(event.detail.paymentId)"
    @pay-outcome="ended"
    @pay-error="(event) => console.log(event.detail.error.code)"
  ></pay-checkout>
</template>
`;
}

const writers: Readonly<Record<Kind, (attributes: Attributes, behaviour: Behaviour) => string>> = {
  html,
  react,
  vue,
};

/** What is on the screen, as code to copy. */
export const snippet = (kind: Kind, attributes: Attributes, behaviour: Behaviour): string =>
  writers[kind](attributes, behaviour);
