npm init -y && npm pkg set type=module
npm install ../pay-checkout/pay-checkout-0.1.0.tgz hono @hono/node-server libsql tsx

# In a terminal of its own; leave it running:
npx --no -- pay-checkout-sandbox --port 4010 # the payment service, emulated

# In another one, once the files below are there:
node --env-file=sandbox.env --import tsx register.ts # the webhook, once
node --env-file=sandbox.env --import tsx start.ts # the shop
