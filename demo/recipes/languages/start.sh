npm init -y
npm install ../pay-checkout/pay-checkout-0.1.0.tgz libsql

# In a terminal of its own; leave it running:
npx --no -- pay-checkout-sandbox --port 4010 --db :memory: # the payment service, emulated

# In another one:
node --env-file=program.env node_modules/pay-checkout/dist/server-program-cli.js

# In a third one, the shop, with the same settings:
set -a; . ./program.env; set +a
php -S 127.0.0.1:3000 shop.php # in PHP …
python3 shop.py # … or in Python
