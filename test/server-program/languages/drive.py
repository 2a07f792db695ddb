import json, os, sys

recipe, action, *given = sys.argv[1:]
sys.path.insert(0, os.path.dirname(recipe))
import pay_checkout

if action == "sign":
    result = pay_checkout.sign_order(json.loads(given[0]), *given[1:])
elif action == "news":
    result = pay_checkout.read_news(given[0].encode(), json.loads(given[1]), given[2])
else:
    result = pay_checkout.refund_order(*given[:4], json.loads(given[4]))
print(json.dumps(result))
