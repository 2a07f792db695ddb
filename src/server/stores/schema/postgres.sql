CREATE TABLE IF NOT EXISTS "pay_checkout_orders" (
  order_id text COLLATE "C" PRIMARY KEY,
  record text NOT NULL,
  version bigint NOT NULL,
  due_at bigint
);

CREATE INDEX IF NOT EXISTS "pay_checkout_orders_due_at" ON "pay_checkout_orders" (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX IF NOT EXISTS "pay_checkout_orders_open" ON "pay_checkout_orders" (order_id) WHERE due_at IS NOT NULL;
