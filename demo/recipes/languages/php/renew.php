<?php
// Subscriptions. Run it each day: `php renew.php 2026-06-01` charges those whose month is over. As a page, it takes the webhook.
require __DIR__ . '/pay_checkout.php';

function setting(string $name): string {
    return getenv($name) ?: throw new RuntimeException("$name is not set.");
}

/** In your shop: a table. `first_order`: the order whose payment saved the card. `day`: of the month, on which it is paid. */
function change_subscriptions(callable $change): array {
    $file = fopen(setting('SUBSCRIPTIONS'), 'c+');
    flock($file, LOCK_EX);
    $all = $change(json_decode(stream_get_contents($file) ?: '{}', true, 16, JSON_THROW_ON_ERROR));
    $text = json_encode((object) $all, JSON_THROW_ON_ERROR);
    rewind($file);
    fwrite($file, $text);
    ftruncate($file, strlen($text));
    return $all;
}

if (PHP_SAPI !== 'cli') {
    $headers = array_change_key_case(getallheaders());
    $webhook = read_webhook(file_get_contents('php://input'), $headers, setting('WEBHOOK_SIGNING_SECRET'));
    if ($webhook === null) http_response_code(400);
    elseif ($webhook['data']['verdict'] === 'paid') // The card was charged, or the customer has paid in the page. May come twice.
        change_subscriptions(function ($all) use ($webhook) {
            foreach ($all as $id => ['paid_until' => $until, 'day' => $day]) {
                if ($webhook['data']['order_id'] !== "$id-$until") continue;
                $month = strtotime(substr($until, 0, 7) . '-01 +1 month'); // The 31st ends with a shorter month.
                $next = sprintf('%s-%02d', date('Y-m', $month), min($day, date('t', $month)));
                $all[$id] = ['paid_until' => $next, 'tries' => 0] + $all[$id];
            }
            return $all;
        });
    return true;
}

$today = $argv[1] ?? date('Y-m-d');
[$key_name, $secret] = explode(':', setting('ORDER_KEYS'), 2);
foreach (change_subscriptions(fn ($all) => $all) as $id => $due) {
    if ($due['paid_until'] > $today || $due['tries'] > 3 || ($due['tried_on'] ?? '') >= $today) continue;
    $order = [ // Each month is an order: it is charged at most once.
        'sub' => "$id-$due[paid_until]", 'amount' => $due['amount'], 'currency' => 'SAR',
        'callback_url' => setting('SHOP_URL') . '/back', 'exp' => time() + 30 * 86400,
    ];
    $token = sign_order($order, $key_name, $secret);
    try {
        $by = ['card_of' => $due['first_order'], 'order' => $token];
        $charge = charge_order(setting('PUBLIC_URL'), setting('OPERATOR_KEY'), $order['sub'], "try-$due[tries]", $by);
        $ended = $charge['verdict'] === 'failed' || !empty($charge['needs_payer']);
    } catch (Exception $error) { // A deleted card, or a key of another card. After anything else the same key goes on later.
        $ended = preg_match('/^(refused|no_saved_card|key_used):/', $error->getMessage()) === 1;
        if (!$ended) fwrite(STDERR, "$id {$error->getMessage()}\n");
    }
    if (!$ended) continue;
    $counted = false; // Another run may have counted this try meanwhile.
    change_subscriptions(function ($all) use ($id, $due, $today, &$counted) {
        $counted = ($all[$id] ?? null) === $due;
        if ($counted) $all[$id] = ['tries' => $due['tries'] + 1, 'tried_on' => $today] + $due;
        return $all;
    });
    // In your shop: a mail, so that the customer pays in the page.
    if ($counted) echo "$id " . setting('PUBLIC_URL') . "/checkout/$token\n";
}
