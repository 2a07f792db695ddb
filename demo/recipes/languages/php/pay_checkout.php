<?php
declare(strict_types=1);

/** Signs an order: whoever has the text may pay the order, at this price and no other. */
function sign_order(array $order, string $key_name, string $secret): string {
    $write = fn ($part) => rtrim(strtr(base64_encode($part), '+/', '-_'), '=');
    $json = fn ($part) => json_encode($part, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES);
    $signed = $write($json(['alg' => 'HS256', 'kid' => $key_name])) . '.' . $write($json($order + ['iat' => time()]));
    return $signed . '.' . $write(hash_hmac('sha256', $signed, $secret, true));
}

/** The webhook in a request, or null when somebody else has sent it. $headers: by their names in small letters. */
function read_webhook(string $body, array $headers, string $secret): ?array {
    [$id, $time, $signatures] = array_map(fn ($name) => $headers["webhook-$name"] ?? '', ['id', 'timestamp', 'signature']);
    $key = base64_decode(substr($secret, strlen('whsec_')));
    if (strlen($key) < 24) throw new InvalidArgumentException('WEBHOOK_SIGNING_SECRET is missing or too short.'); // By an empty one, anybody could sign.
    if (!ctype_digit($time) || abs(time() - (int) $time) > 300) return null;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
    foreach (explode(' ', $signatures) as $signature)
        if (hash_equals($expected, $signature)) return json_decode($body, true, 16, JSON_THROW_ON_ERROR);
    return null;
}

/** Gives money back: ['amount' => 2500], or [] for all that is left. The same key again does no harm. Throws what a refusal says. */
function refund_order(string $server, string $operator_key, string $order_id, string $key, array $refund): array {
    return post_order($server, $operator_key, $order_id, 'refund', $key, $refund);
}

/** Charges a saved card: ['card_of' => the order that saved it, 'order' => what sign_order returns]. The same key charges once. */
function charge_order(string $server, string $operator_key, string $order_id, string $key, array $charge): array {
    return post_order($server, $operator_key, $order_id, 'charge', $key, $charge);
}

function post_order(string $server, string $operator_key, string $order_id, string $what, string $key, array $body): array {
    $http = [
        'method' => 'POST',
        'header' => ["Authorization: Bearer $operator_key", "Idempotency-Key: $key", 'Content-Type: application/json'],
        'content' => json_encode((object) $body, JSON_THROW_ON_ERROR),
        'ignore_errors' => true,
    ];
    $text = file_get_contents("$server/orders/" . rawurlencode($order_id) . "/$what", false, stream_context_create(['http' => $http]));
    $answer = json_decode((string) $text, true);
    if (!is_array($answer)) throw new RuntimeException("The answer of $server is not JSON.");
    if (isset($answer['type'])) throw new RuntimeException("$answer[type]: $answer[message]");
    return $answer;
}
