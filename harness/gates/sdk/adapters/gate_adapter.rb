# frozen_string_literal: true

# An SDK in Ruby (standard library) behind the gate's protocol: JSON-RPC 2.0, one message a line.
# To judge your own SDK, put its calls in place of the methods below. Nothing else may be printed on stdout.
require 'erb'
require 'json'
require 'net/http'
require 'openssl'
require 'securerandom'
require 'set'
require 'timeout'

def verify(header:, body:, secrets:, toleranceSeconds:, now:, **)
  pairs = Array(header).flat_map { |line| line.split(',') }.map { |pair| pair.gsub(/\A[ \t]+|[ \t]+\z/, '') }
  values = ->(name) { pairs.filter_map { |pair| pair.delete_prefix("#{name}=") if pair.start_with?("#{name}=") } }
  t, *others = values['t'].uniq
  return { accepted: false, reason: 'no t, or several' } unless others.empty? && t&.match?(/\A[0-9]{1,15}\z/)
  return { accepted: false, reason: 't is outside the tolerance' } if (now - t.to_i).abs > toleranceSeconds

  message = "#{t}.".b + body.unpack1('m')
  accepted = secrets.reject(&:empty?).any? do |secret|
    digest = OpenSSL::HMAC.hexdigest('SHA256', secret, message)
    values['v1'].any? { |given| OpenSSL.secure_compare(given, digest) }
  end
  accepted ? { accepted: true } : { accepted: false, reason: 'no v1 matches' }
end

def event_id(delivery, dialect)
  headers = delivery[:headers].to_h { |name, value| ["header:#{name.downcase}", value] }
  event = JSON.parse(delivery[:body].unpack1('m')) rescue nil
  at = lambda do |place|
    next headers[place.downcase] if place.start_with?('header:')

    place.split('/', -1).drop(1).reduce(event) do |value, part|
      case value
      when Hash then value[part.gsub('~1', '/').gsub('~0', '~')]
      when Array then part.match?(/\A\d+\z/) ? value[part.to_i] : nil
      end
    end
  end
  place = dialect[:eventId]
  place = place.fetch(at[dialect[:eventType]]&.to_sym, '/id') if place.is_a?(Hash)
  at[place]
end

def receive(deliveries:, dialect:, **rest)
  seen = Set.new
  processed = deliveries.each_index.select do |index|
    delivery = deliveries[index]
    next unless verify(header: delivery[:header], body: delivery[:body], **rest)[:accepted]

    id = event_id(delivery, dialect)
    id.nil? || seen.add?(id)
  end
  { processed: processed }
end

def call(verb, url, key, body: nil, may_be_empty: false)
  headers = { 'Accept' => 'application/json', 'Accept-Encoding' => 'identity', 'X-API-Key' => key }
  headers.update('Content-Type' => 'application/json', 'Idempotency-Key' => SecureRandom.uuid) if body
  uri = URI(url)
  # The nil is for no proxy. Net::HTTP follows no redirect by itself.
  response = Timeout.timeout(8) do
    Net::HTTP.start(uri.hostname, uri.port, nil, use_ssl: uri.scheme == 'https', max_retries: 0) do |http|
      http.send_request(verb, uri.request_uri, body && JSON.generate(body), headers)
    end
  end
  text = response.body.to_s
  # Net::HTTP does not tell that an answer was cut short.
  ok = response.is_a?(Net::HTTPSuccess) && text.bytesize == (response.content_length || text.bytesize)
  told = parse(text)
  return { value: told } if ok && (told || may_be_empty)

  told ||= {}
  { error: { status: response.code.to_i, code: told['code'], message: told['error'] || told['message'],
             requestId: response['request-id']&.scrub } }
rescue StandardError => e
  { error: { status: nil, code: nil, message: e.message, requestId: nil } }
end

def parse(text)
  text = String.new(text, encoding: 'UTF-8')
  told = JSON.parse(text) if text.valid_encoding?
  told if told.is_a?(Hash)
rescue JSON::ParserError
  nil
end

def resolve_bank_account(baseUrl:, apiKey:, accountNumber:, bankCode:, **)
  call('POST', "#{baseUrl}/v1/banks/resolve", apiKey, body: { account_number: accountNumber, bank_code: bankCode })
end

def get_onramp_order(baseUrl:, apiKey:, id:, **)
  call('GET', "#{baseUrl}/v1/onramp/orders/#{ERB::Util.url_encode(id)}", apiKey)
end

def simulate(sandboxUrl:, apiKey:, orderId:, event:, receivedAmount: nil, receivedNetwork: nil, **)
  body = { event: event }
  body[:received_amount] = receivedAmount if event == 'deposit_detected' && receivedAmount
  body[:received_network] = receivedNetwork if event == 'wrong_chain' && receivedNetwork
  path = "/sandbox/collection-orders/#{ERB::Util.url_encode(orderId)}/simulate"
  call('POST', sandboxUrl + path, apiKey, body: body, may_be_empty: true)
end

METHODS = { verify: :verify, receive: :receive, resolveBankAccount: :resolve_bank_account,
            getOnrampOrder: :get_onramp_order, simulate: :simulate }.freeze
DESCRIBE = { name: 'example', version: '1.0.0', language: 'Ruby', clock: 'injected', methods: METHODS.keys }.freeze

$stdout.sync = true
$stdin.each_line do |line|
  id, method, params = JSON.parse(line, symbolize_names: true).values_at(:id, :method, :params)
  result = method == 'describe' ? DESCRIBE : send(METHODS.fetch(method.to_sym), **params)
  puts JSON.generate({ jsonrpc: '2.0', id: id, result: result })
rescue StandardError => e
  puts JSON.generate({ jsonrpc: '2.0', id: id, error: { code: -32_000, message: e.message } })
end
