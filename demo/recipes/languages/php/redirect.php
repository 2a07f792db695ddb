<?php
// For plain shared hosting: signs an order and sends the payer to the page. Nothing else is needed to be paid; look at
// what was paid with GET /orders/<id>, or by the news.
require __DIR__ . '/pay_checkout.php';
[$key_name, $secret] = explode(':', getenv('ORDER_KEYS'), 2);
$order = [
    'sub' => $_GET['order'] ?? '', // In your shop: the order of this session, with the price of your database.
    'amount' => 10000, 'currency' => 'SAR',
    'callback_url' => getenv('SHOP_URL') . '/thanks.php', 'exp' => time() + 3600,
];
header('Location: ' . getenv('PUBLIC_URL') . '/checkout/' . sign_order($order, $key_name, $secret));
