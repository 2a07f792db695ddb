recipe, action, *given = ARGV
require recipe
result =
  case action
  when 'sign' then sign_order(JSON.parse(given[0]), *given[1..])
  when 'news' then read_webhook(given[0], JSON.parse(given[1]), given[2])
  else
    server, operator_key, body, headers, secret, key, refund = given
    order_id = read_webhook(body, JSON.parse(headers), secret).dig('data', 'order_id')
    refund_order(server, operator_key, order_id, key, JSON.parse(refund))
  end
puts JSON.generate(result)
