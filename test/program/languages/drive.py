import json, os, sys

recipe, action, *given = sys.argv[1:]
sys.path.insert(0, os.path.dirname(recipe))
import pay_checkout

if action == "sign":
    result = pay_checkout.sign_order(json.loads(given[0]), *given[1:])
elif action == "news":
    result = pay_checkout.read_webhook(given[0].encode(), json.loads(given[1]), given[2])
else:
    server, operator_key, body, headers, secret, key, refund = given
    order_id = pay_checkout.read_webhook(body.encode(), json.loads(headers), secret)["data"]["order_id"]
    result = pay_checkout.refund_order(server, operator_key, order_id, key, json.loads(refund))
print(json.dumps(result))
