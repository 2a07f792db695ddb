# A whole shop.
require 'securerandom'
require 'socket'
require_relative 'pay_checkout'

SHOP, SERVER = ENV.fetch('SHOP_URL'), ENV.fetch('PUBLIC_URL')
KEY_NAME, SECRET = ENV.fetch('ORDER_KEYS').split(':', 2)
PAID = {} # In your shop: a table. Its key is the header `webhook-id`.

# The status, the headers and the body of a response. In your shop: the routes of your framework.
def respond(route, query, headers, body)
  case route
  when 'GET /' # The payer buys: in your shop, the order comes from your database.
    order = { sub: query['order'] || SecureRandom.hex(8), amount: 10000, currency: 'SAR', exp: Time.now.to_i + 3600 }
    order.merge!(callback_url: "#{SHOP}/back", lines: [{ text: 'Dates, 1 kg', amount: 10000 }])
    [302, { 'Location' => "#{SERVER}/checkout/#{sign_order(order, KEY_NAME, SECRET)}" }, '']
  when 'GET /back' # Anybody can write such an address: the truth comes with the webhook.
    id = query['pay_order'].to_s
    again = %(<a href="/?order=#{ERB::Util.url_encode(id)}">Pay again</a>)
    what = if PAID[id] then 'paid'
           elsif query['status'] == 'failed' then "not paid. #{again}" # Only for what is shown: the same order is paid once.
           else 'we are waiting for your bank<meta http-equiv="refresh" content="2">' # The webhook is on its way.
           end
    [200, { 'Content-Type' => 'text/html' }, "<h1>Order #{ERB::Util.html_escape(id)}: #{what}</h1>"]
  when 'POST /webhook'
    webhook = read_webhook(body, headers, ENV.fetch('WEBHOOK_SIGNING_SECRET'))
    return [400, {}, ''] unless webhook
    PAID[webhook['data']['order_id']] = true if webhook['data']['verdict'] == 'paid' # In your shop: compare the amount. May come twice.
    [204, {}, '']
  else [404, {}, '']
  end
end

listener = TCPServer.new('127.0.0.1', URI(SHOP).port)
loop do
  Thread.new(listener.accept) do |client|
    method, target = client.gets.to_s.split
    next unless target
    headers = {}
    while (line = client.gets.to_s.chomp) != ''
      name, value = line.split(': ', 2)
      headers[name.downcase] = value
    end
    path, query = target.split('?', 2)
    body = client.read(headers['content-length'].to_i)
    status, extra, text = respond("#{method} #{path}", URI.decode_www_form(query.to_s).to_h, headers, body)
    sent = extra.merge('Content-Length' => text.bytesize, 'Connection' => 'close')
    client.write("HTTP/1.1 #{status} -\r\n", sent.map { |name, value| "#{name}: #{value}\r\n" }.join, "\r\n", text)
  ensure
    client.close
  end
end
