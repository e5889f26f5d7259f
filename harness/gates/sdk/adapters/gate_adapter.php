<?php
// An SDK in PHP (no packages, no curl) behind the gate's protocol: JSON-RPC 2.0, one message a line.
// To judge your own SDK, put its calls in place of the functions below. Nothing else may be printed on stdout.
declare(strict_types=1);
ini_set('display_errors', 'stderr');

function verify($header, string $body, array $secrets, int|float $toleranceSeconds, int $now, mixed ...$_): array
{
    $pairs = array_map(fn ($pair) => explode('=', trim($pair, " \t"), 2), explode(',', implode(',', (array) $header)));
    $values = fn (string $name) => array_column(array_filter($pairs, fn ($pair) => $pair[0] === $name), 1);
    $t = array_unique($values('t'));
    $known = count($t) === 1 && preg_match('/\A[0-9]{1,15}\z/', $t[0]);
    if (!$known || abs($now - (int) $t[0]) > $toleranceSeconds) {
        return ['accepted' => false, 'reason' => $known ? 't is outside the tolerance' : 'no t, or several'];
    }
    foreach (array_filter($secrets, 'strlen') as $secret) {
        $digest = hash_hmac('sha256', "$t[0]." . base64_decode($body), $secret);
        if (array_filter($values('v1'), fn (string $given) => hash_equals($digest, $given))) {
            return ['accepted' => true];
        }
    }
    return ['accepted' => false, 'reason' => 'no v1 matches'];
}

function event_id(array $delivery, array $dialect): mixed
{
    $event = json_decode(base64_decode($delivery['body']), true);
    $headers = array_change_key_case($delivery['headers']);
    $at = function (string $place) use ($event, $headers): mixed {
        if (str_starts_with($place, 'header:')) {
            return $headers[strtolower(substr($place, strlen('header:')))] ?? null;
        }
        foreach (array_slice(explode('/', $place), 1) as $part) {
            $event = is_array($event) ? $event[strtr($part, ['~1' => '/', '~0' => '~'])] ?? null : null;
        }
        return $event;
    };
    $place = $dialect['eventId'];
    return $at(is_array($place) ? $place[$at($dialect['eventType'])] ?? '/id' : $place);
}

function receive(array $deliveries, array $dialect, mixed ...$rest): array
{
    $processed = $seen = [];
    foreach ($deliveries as $index => $delivery) {
        $params = ['header' => $delivery['header'], 'body' => $delivery['body']] + $rest;
        if (!verify(...$params)['accepted']) {
            continue;
        }
        $key = json_encode(event_id($delivery, $dialect));
        if ($key === 'null' || !isset($seen[$key])) {
            $processed[] = $index;
        }
        $seen[$key] = true;
    }
    return ['processed' => $processed];
}

function call(string $method, string $url, string $key, ?array $body = null, bool $mayBeEmpty = false): array
{
    $http = ['method' => $method, 'timeout' => 8, 'protocol_version' => 1.1, 'ignore_errors' => true];
    // A redirect could take the key to another host.
    $http += ['follow_location' => 0, 'header' => ['Accept: application/json', "X-API-Key: $key"]];
    if ($body !== null) {
        $uuid = preg_replace('/(.{8})(.{4}).(.{3}).(.{3})/', '$1-$2-4$3-a$4-', bin2hex(random_bytes(16)));
        array_push($http['header'], 'Content-Type: application/json', "Idempotency-Key: $uuid");
        $http['content'] = json_encode($body, JSON_THROW_ON_ERROR);
    }
    $until = microtime(true) + 8;
    $stream = @fopen($url, 'r', false, stream_context_create(['http' => $http]));
    $head = $stream ? stream_get_meta_data($stream)['wrapper_data'] : [];
    $header = fn (string $name) => current(preg_filter("/^$name:\s*/i", '', $head)) ?: null;
    $length = (int) ($header('content-length') ?? PHP_INT_MAX);
    for ($text = ''; $stream && strlen($text) < $length && !feof($stream) && ($left = $until - microtime(true)) > 0;) {
        stream_set_timeout($stream, 0, (int) ($left * 1e6));
        $text .= fread($stream, min(65536, $length - strlen($text)));
    }
    // Nothing else tells that an answer was cut short.
    $whole = $stream && ($length === PHP_INT_MAX ? feof($stream) : strlen($text) === $length);
    $status = (int) substr($head[0] ?? '', strlen('HTTP/1.1 ')) ?: null;
    $told = json_decode($text);
    if ($whole && $status >= 200 && $status < 300 && ($told instanceof stdClass || $mayBeEmpty)) {
        return ['value' => $told];
    }
    $message = $told->error ?? $told->message ?? ($stream ? null : error_get_last()['message']);
    $error = ['status' => $status, 'code' => $told->code ?? null, 'message' => $message];
    return ['error' => $error + ['requestId' => $header('request-id')]];
}

function simulate(array $p): array
{
    $details = ['deposit_detected' => ['received_amount' => $p['receivedAmount'] ?? null],
        'wrong_chain' => ['received_network' => $p['receivedNetwork'] ?? null]];
    $body = ['event' => $p['event']] + array_filter($details[$p['event']] ?? [], 'is_string');
    $url = "$p[sandboxUrl]/sandbox/collection-orders/" . rawurlencode($p['orderId']) . '/simulate';
    return call('POST', $url, $p['apiKey'], $body, true);
}

$methods = [
    'verify' => fn ($p) => verify(...$p),
    'receive' => fn ($p) => receive(...$p),
    'resolveBankAccount' => fn ($p) => call('POST', "$p[baseUrl]/v1/banks/resolve", $p['apiKey'],
        ['account_number' => $p['accountNumber'], 'bank_code' => $p['bankCode']]),
    'getOnrampOrder' => fn ($p) => call('GET', "$p[baseUrl]/v1/onramp/orders/" . rawurlencode($p['id']), $p['apiKey']),
    'simulate' => simulate(...),
];
$describe = ['name' => 'example', 'version' => '1.0.0', 'language' => 'PHP', 'clock' => 'injected'];
$describe['methods'] = array_keys($methods);

while (($line = fgets(STDIN)) !== false) {
    ['id' => $id, 'method' => $method, 'params' => $params] = json_decode($line, true);
    try {
        $answer = ['result' => $method === 'describe' ? $describe : $methods[$method]($params)];
    } catch (Throwable $error) {
        $answer = ['error' => ['code' => -32000, 'message' => $error->getMessage()]];
    }
    echo json_encode(['jsonrpc' => '2.0', 'id' => $id] + $answer, JSON_PARTIAL_OUTPUT_ON_ERROR), "\n";
}
