<?php
// Subscriptions. Run it once a day: `php renew.php 2026-06-01` charges those whose month is over. As a page, it takes the webhook.
require __DIR__ . '/pay_checkout.php';

function setting(string $name): string {
    return getenv($name) ?: throw new RuntimeException("$name is not set.");
}

/** In your shop: a table. Each has `first_order` (the order whose payment saved the card), `amount`, `paid_until` and `tries`. */
function change_subscriptions(callable $change): array {
    $file = fopen(setting('SUBSCRIPTIONS'), 'c+');
    flock($file, LOCK_EX);
    $all = $change(json_decode(stream_get_contents($file) ?: '{}', true));
    ftruncate($file, 0);
    rewind($file);
    fwrite($file, json_encode((object) $all));
    return $all;
}

if (PHP_SAPI !== 'cli') {
    $headers = array_change_key_case(getallheaders());
    $webhook = read_webhook(file_get_contents('php://input'), $headers, setting('WEBHOOK_SIGNING_SECRET'));
    if ($webhook === null) http_response_code(400);
    elseif ($webhook['data']['verdict'] === 'paid') // The card was charged, or the customer has paid in the page. May come twice.
        change_subscriptions(function ($all) use ($webhook) {
            foreach ($all as $id => ['paid_until' => $until])
                if ($webhook['data']['order_id'] === "$id-$until")
                    $all[$id] = ['paid_until' => date('Y-m-d', strtotime("$until +1 month")), 'tries' => 0] + $all[$id];
            return $all;
        });
    return true;
}

[$key_name, $secret] = explode(':', setting('ORDER_KEYS'), 2);
foreach (change_subscriptions(fn ($all) => $all) as $id => $due) {
    if ($due['paid_until'] > ($argv[1] ?? date('Y-m-d')) || $due['tries'] > 3) continue;
    $order = [ // Each month is an order: it is charged at most once.
        'sub' => "$id-$due[paid_until]", 'amount' => $due['amount'], 'currency' => 'SAR',
        'callback_url' => setting('SHOP_URL') . '/back', 'exp' => time() + 30 * 86400,
    ];
    $token = sign_order($order, $key_name, $secret);
    try {
        $by = ['card_of' => $due['first_order'], 'order' => $token];
        $charge = charge_order(setting('PUBLIC_URL'), setting('OPERATOR_KEY'), $order['sub'], "try-$due[tries]", $by);
        $ended = $charge['verdict'] === 'failed' || !empty($charge['needs_payer']);
    } catch (RuntimeException $error) { // A deleted or expired card is refused. Anything else is tried by the same key tomorrow.
        $ended = preg_match('/^(refused|no_saved_card):/', $error->getMessage()) === 1;
    }
    if (!$ended) continue;
    echo "$id " . setting('PUBLIC_URL') . "/checkout/$token\n"; // In your shop: a mail, so that the customer pays in the page.
    change_subscriptions(function ($all) use ($id, $due) {
        if ($all[$id]['paid_until'] === $due['paid_until']) $all[$id]['tries'] = $due['tries'] + 1;
        return $all;
    });
}
