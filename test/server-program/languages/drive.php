<?php
[, $recipe, $action, $first, $second, $third] = $argv;
require $recipe;
echo json_encode(match ($action) {
    'sign' => sign_order(json_decode($first, true), $second, $third),
    'news' => read_news($first, json_decode($second, true), $third),
    'refund' => refund_order($first, $second, $third, $argv[6], json_decode($argv[7], true)),
});
