"""A whole shop."""
import html, os, secrets, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, urlsplit

from pay_checkout import read_webhook, sign_order

shop, server = os.environ["SHOP_URL"], os.environ["PUBLIC_URL"]
key_name, secret = os.environ["ORDER_KEYS"].split(":", 1)
paid = set()  # In your shop: a table. Its key is the header `webhook-id`.


class Shop(BaseHTTPRequestHandler):
    def answer(self, status, body="", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def do_GET(self):
        url = urlsplit(self.path)
        query = parse_qs(url.query)
        if url.path == "/":  # The payer buys: in your shop, the order comes from your database.
            order = {"sub": query.get("order", [secrets.token_hex(8)])[0], "amount": 10000, "currency": "SAR", "exp": int(time.time()) + 3600}
            order |= {"callback_url": f"{shop}/back", "lines": [{"text": "Dates, 1 kg", "amount": 10000}]}
            self.answer(302, Location=f"{server}/checkout/{sign_order(order, key_name, secret)}")
        elif url.path == "/back":  # Anybody can write such an address: the truth comes with the webhook.
            order_id, again = query.get("pay_order", [""])[0], ""
            if order_id in paid:
                what = "paid"
            elif query.get("status") == ["failed"]:  # Only for what is shown: the same order is paid once.
                what = f'not paid. <a href="/?order={quote(order_id, safe="")}">Pay again</a>'
            else:  # The webhook is on its way.
                what, again = "we are waiting for your bank", '<meta http-equiv="refresh" content="2">'
            page = f"{again}<h1>Order {html.escape(order_id)}: {what}</h1>"
            self.answer(200, page, **{"Content-Type": "text/html"})
        else:
            self.answer(404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        webhook = read_webhook(body, self.headers, os.environ["WEBHOOK_SIGNING_SECRET"]) if self.path == "/webhook" else None
        if webhook and webhook["data"]["verdict"] == "paid":  # In your shop: compare the amount. May come twice.
            paid.add(webhook["data"]["order_id"])
        self.answer(204 if webhook else 400)


ThreadingHTTPServer(("127.0.0.1", urlsplit(shop).port), Shop).serve_forever()
