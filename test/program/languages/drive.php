<?php
[, $recipe, $action, $first, $second, $third] = $argv;
require $recipe;
$named = fn () => read_webhook($third, json_decode($argv[6], true), $argv[7])['data']['order_id'];
echo json_encode(match ($action) {
    'sign' => sign_order(json_decode($first, true), $second, $third),
    'news' => read_webhook($first, json_decode($second, true), $third),
    'refund' => refund_order($first, $second, $named(), $argv[8], json_decode($argv[9], true)),
});
