recipe, action, *given = ARGV
require recipe
result =
  case action
  when 'sign' then sign_order(JSON.parse(given[0]), *given[1..])
  when 'news' then read_news(given[0], JSON.parse(given[1]), given[2])
  else refund_order(*given[0, 4], JSON.parse(given[4]))
  end
puts JSON.generate(result)
