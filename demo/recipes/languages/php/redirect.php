<?php
// For plain shared hosting: signs an order and sends the payer to the page. You need nothing else to be paid. To see what
// was paid, use GET /orders/<id> or the webhook.
require __DIR__ . '/pay_checkout.php';

function setting(string $name): string {
    return getenv($name) ?: throw new RuntimeException("$name is not set.");
}

[$key_name, $secret] = explode(':', setting('ORDER_KEYS'), 2);
$order = [
    'sub' => $_GET['order'] ?? '', // In your shop: the order of this session, with the id and the price of your database.
    'amount' => 10000, 'currency' => 'SAR',
    'callback_url' => setting('SHOP_URL') . '/thanks.php', 'exp' => time() + 3600,
];
header('Location: ' . setting('PUBLIC_URL') . '/checkout/' . sign_order($order, $key_name, $secret));
