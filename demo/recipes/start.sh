npm init -y && npm pkg set type=module
npm install ../pay-checkout/pay-checkout-0.1.0.tgz hono @hono/node-server libsql tsx

npx --no -- pay-checkout-sandbox --port 4010 # the payment service, emulated; leave it running
node --env-file=sandbox.env --import tsx register.ts # the webhook, once
node --env-file=sandbox.env --import tsx start.ts # the shop
