<?php
// A whole shop.
require __DIR__ . '/pay_checkout.php';

function setting(string $name): string {
    return getenv($name) ?: throw new RuntimeException("$name is not set.");
}

$shop = setting('SHOP_URL');
[$key_name, $secret] = explode(':', setting('ORDER_KEYS'), 2);
$file = sys_get_temp_dir() . '/paid-orders.txt'; // In your shop: a table. Its key is the header `webhook-id`.

switch (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) {
    case '/': // The payer buys: in your shop, the order comes from your database.
        $order = [
            'sub' => $_GET['order'] ?? bin2hex(random_bytes(8)), 'amount' => 10000, 'currency' => 'SAR',
            'callback_url' => "$shop/back", 'exp' => time() + 3600,
            'lines' => [['text' => 'Dates, 1 kg', 'amount' => 10000]],
        ];
        header('Location: ' . setting('PUBLIC_URL') . '/checkout/' . sign_order($order, $key_name, $secret));
        return true;
    case '/back': // Anybody can write such an address: the truth comes with the webhook.
        $id = $_GET['pay_order'] ?? '';
        $paid = in_array($id, @file($file, FILE_IGNORE_NEW_LINES) ?: [], true);
        $failed = ($_GET['status'] ?? '') === 'failed'; // Only for what is shown: the same order is paid once.
        if (!$paid && !$failed) echo '<meta http-equiv="refresh" content="2">'; // The webhook is on its way.
        $what = $paid ? 'paid' : ($failed ? 'not paid. <a href="/?order=' . rawurlencode($id) . '">Pay again</a>' : 'we are waiting for your bank');
        echo '<h1>Order ' . htmlspecialchars($id) . ": $what</h1>";
        return true;
    case '/webhook':
        $headers = array_change_key_case(getallheaders());
        $webhook = read_webhook(file_get_contents('php://input'), $headers, setting('WEBHOOK_SIGNING_SECRET'));
        if ($webhook === null) http_response_code(400);
        elseif ($webhook['data']['verdict'] === 'paid') // In your shop: compare the amount. May come twice.
            file_put_contents($file, $webhook['data']['order_id'] . "\n", FILE_APPEND | LOCK_EX);
        return true;
}
http_response_code(404);
