CREATE TABLE IF NOT EXISTS "pay_checkout_orders" (
  order_id TEXT NOT NULL PRIMARY KEY,
  record TEXT NOT NULL,
  version INTEGER NOT NULL,
  due_at INTEGER
);

CREATE INDEX IF NOT EXISTS "pay_checkout_orders_due_at" ON "pay_checkout_orders" (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX IF NOT EXISTS "pay_checkout_orders_open" ON "pay_checkout_orders" (order_id) WHERE due_at IS NOT NULL;
