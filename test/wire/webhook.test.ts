import {
  registerWebhook,
  webhook,
  webhookContract,
  webhookList,
  webhookMessage,
  webhookMessageContract,
} from '../../src/wire/index.js';
import { payment } from './payment-example.js';
import { describeReading, describeStrictness, describeTable } from './table.js';
import { addresses, flags, id, moments, texts, uuids } from './values.js';

const kinds = [
  'payment_paid',
  'payment_failed',
  'payment_refunded',
  'payment_voided',
  'payment_authorized',
  'payment_captured',
  'payment_verified',
];

const whole = {
  id,
  http_method: 'post',
  url: 'https://shop.example/hook',
  events: ['payment_paid'],
  created_at: '2026-05-15T12:00:00.000Z',
};
describeTable('interface 2.6 and 4.3, webhook', webhookContract, whole, {
  id: { required: true, ...uuids },
  http_method: { required: true, good: ['post'], bad: [7] },
  url: { required: true, ...addresses },
  events: { required: true, good: [[], kinds], bad: ['payment_paid', [7]] },
  created_at: {
    required: true,
    good: ['2026-05-15T12:00:00.000Z', '2026-05-15T15:00:00.000+03:00'],
    bad: ['2026-05-15T12:00:00Z', '2026-05-15T12:00:00.0Z', '2026-05-15', 0],
  },
});
describeReading('a webhook', webhook, whole, ['id']);
describeReading('a list of webhooks', webhookList, { webhooks: [whole], meta: null }, ['webhooks']);

const registration = {
  http_method: 'post',
  url: 'https://shop.example/hook',
  shared_secret: 's',
  events: ['payment_paid'],
};
describeTable('interface 4.3, POST /webhooks', registerWebhook, registration, {
  http_method: { good: ['post'], bad: ['get', 'POST', '', 7] },
  url: { required: true, ...addresses },
  shared_secret: { required: true, good: ['s', 'ش 😀'], bad: ['', ' ', 7] },
  events: {
    good: [[], ...kinds.map((kind) => [kind]), kinds],
    bad: [['payment_faild'], 'payment_paid', [null]],
  },
});
describeStrictness('registering a webhook', registerWebhook, registration);

const message = {
  id,
  type: 'payment_paid',
  created_at: '2026-05-15T12:00:00.000Z',
  secret_token: 's',
  account_name: 'Lamp shop',
  live: false,
  data: payment,
};
describeTable('interface 6, webhook message', webhookMessageContract, message, {
  id: { required: true, ...uuids },
  type: { required: true, good: kinds, bad: ['payment_faild', 'invoice_paid', ''] },
  created_at: { required: true, ...moments },
  secret_token: { required: true, ...texts },
  account_name: { required: true, nullable: true, ...texts },
  live: { required: true, ...flags },
  data: { required: true, good: [payment], bad: [{}, 'x', []] },
});
describeReading('a webhook message', webhookMessage, message, ['id', 'type', 'data'], ['type']);
