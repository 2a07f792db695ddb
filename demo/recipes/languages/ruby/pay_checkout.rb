require 'erb'
require 'json'
require 'net/http'
require 'openssl'
require 'uri'

# Signs an order: whoever has the text may pay the order, at this price and no other.
def sign_order(order, key_name, secret)
  write = ->(part) { [part].pack('m0').tr('+/', '-_').delete('=') }
  parts = [{ alg: 'HS256', kid: key_name }, { iat: Time.now.to_i }.merge(order)]
  signed = parts.map { |part| write.(JSON.generate(part)) }.join('.')
  "#{signed}.#{write.(OpenSSL::HMAC.digest('SHA256', secret, signed))}"
end

# The webhook in a request, or nil when somebody else has sent it. headers: by their names in small letters.
def read_webhook(body, headers, secret)
  id, time, signatures = %w[id timestamp signature].map { |name| headers["webhook-#{name}"].to_s }
  key = secret.to_s.delete_prefix('whsec_').unpack1('m')
  raise ArgumentError, 'WEBHOOK_SIGNING_SECRET is missing or too short' if key.bytesize < 24 # By an empty one, anybody could sign.
  return unless time.match?(/\A\d+\z/) && (Time.now.to_i - time.to_i).abs <= 300
  expected = "v1,#{[OpenSSL::HMAC.digest('SHA256', key, "#{id}.#{time}.#{body}")].pack('m0')}"
  JSON.parse(body) if signatures.split.any? { |given| OpenSSL.secure_compare(expected, given) }
end

# Gives money back: { amount: 2500 }, or {} for all that is left. The same key again does no harm. Raises what a refusal says.
def refund_order(server, operator_key, order_id, key, refund)
  address = URI("#{server}/orders/#{ERB::Util.url_encode(order_id)}/refund")
  headers = { 'Authorization' => "Bearer #{operator_key}", 'Idempotency-Key' => key, 'Content-Type' => 'application/json' }
  answer = JSON.parse(Net::HTTP.post(address, JSON.generate(refund), headers).body)
  raise "#{answer['type']}: #{answer['message']}" if answer['type']
  answer
end
