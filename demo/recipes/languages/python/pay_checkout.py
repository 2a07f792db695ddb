import base64, hmac, json, time, urllib.error, urllib.parse, urllib.request


def sign_order(order: dict, key_name: str, secret: str) -> str:
    """Signs an order: whoever has the text may pay the order, at this price and no other."""
    write = lambda part: base64.urlsafe_b64encode(part).rstrip(b"=")
    parts = [{"alg": "HS256", "kid": key_name}, {"iat": int(time.time()), **order}]
    signed = b".".join(write(json.dumps(part).encode()) for part in parts)
    return (signed + b"." + write(hmac.digest(secret.encode(), signed, "sha256"))).decode()


def read_webhook(body: bytes, headers, secret: str):
    """The webhook in a request, or None when somebody else has sent it."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    if len(key) < 24:  # By an empty one, anybody could sign.
        raise ValueError("WEBHOOK_SIGNING_SECRET is missing or too short")
    stamp = headers.get("webhook-timestamp", "")
    if not stamp.isdecimal() or abs(time.time() - int(stamp)) > 300:
        return None
    signed = f"{headers.get('webhook-id', '')}.{stamp}.".encode() + body
    digest = hmac.digest(key, signed, "sha256")
    expected = "v1," + base64.b64encode(digest).decode()
    given = headers.get("webhook-signature", "").split()
    return json.loads(body) if any(hmac.compare_digest(expected.encode(), each.encode()) for each in given) else None


def refund_order(server: str, operator_key: str, order_id: str, key: str, refund: dict) -> dict:
    """Gives money back: {"amount": 2500}, or {} for all that is left. The same key again does no harm. Raises what a refusal says."""
    headers = {"Authorization": f"Bearer {operator_key}", "Idempotency-Key": key, "Content-Type": "application/json"}
    body = json.dumps(refund).encode()
    address = f"{server}/orders/{urllib.parse.quote(order_id, safe='')}/refund"
    try:
        with urllib.request.urlopen(urllib.request.Request(address, body, headers)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise RuntimeError("{type}: {message}".format(**json.load(error))) from error
