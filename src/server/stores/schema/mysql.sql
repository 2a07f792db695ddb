CREATE TABLE IF NOT EXISTS `pay_checkout_orders` (
  order_id VARBINARY(1024) NOT NULL PRIMARY KEY,
  record LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  version BIGINT NOT NULL,
  due_at BIGINT NULL,
  claim BINARY(16) NULL,
  is_open TINYINT GENERATED ALWAYS AS (IF(due_at IS NULL, NULL, 1)) STORED,
  INDEX `pay_checkout_orders_due_at` (due_at),
  INDEX `pay_checkout_orders_open` (is_open, order_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
