"""An SDK in Python (standard library) behind the gate's protocol: JSON-RPC 2.0, one message a line.

To judge your own SDK, put its calls in place of the functions below. Nothing else may be printed on stdout.
"""
import base64, contextlib, hashlib, hmac, http.client, json, re, sys, urllib.error, urllib.parse, urllib.request, uuid


def verify(header, body, secrets, toleranceSeconds, now, **_):
    lines = [] if header is None else [header] if isinstance(header, str) else header
    pairs = [pair.strip(" \t").partition("=") for line in lines for pair in line.split(",")]
    timestamps = {value for key, equals, value in pairs if key == "t" and equals}
    if len(timestamps) != 1:
        return {"accepted": False, "reason": "no t, or several"}
    t = timestamps.pop()
    if not re.fullmatch(r"[0-9]{1,20}", t) or abs(now - int(t)) > toleranceSeconds:
        return {"accepted": False, "reason": "t is outside the tolerance"}
    message = t.encode() + b"." + base64.b64decode(body)
    given = [value.encode("latin-1") for key, equals, value in pairs if key == "v1" and equals]
    for secret in filter(None, secrets):
        digest = hmac.new(secret.encode(), message, hashlib.sha256).hexdigest().encode()
        if any([hmac.compare_digest(digest, one) for one in given]):
            return {"accepted": True}
    return {"accepted": False, "reason": "no v1 matches"}


def event_id(delivery, dialect):
    event = None
    with contextlib.suppress(ValueError):
        event = json.loads(base64.b64decode(delivery["body"]))

    def at(pointer):
        value = event
        for part in pointer.split("/")[1:]:
            members = {str(index): item for index, item in enumerate(value)} if isinstance(value, list) else value
            value = members.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(members, dict) else None
        return value

    place = dialect["eventId"]
    if isinstance(place, dict):
        place = place.get(at(dialect["eventType"]), "/id")
    headers = {f"header:{name.lower()}": value for name, value in delivery["headers"].items()}
    return headers.get(place.lower()) if place.startswith("header:") else at(place)


def receive(deliveries, secrets, toleranceSeconds, now, dialect, **_):
    seen, processed = set(), []
    for index, delivery in enumerate(deliveries):
        if not verify(delivery["header"], delivery["body"], secrets, toleranceSeconds, now)["accepted"]:
            continue
        key = event_id(delivery, dialect)
        processed += [index] if key is None or key not in seen else []
        seen.add(key)
    return {"processed": processed}


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect could take the key to another host."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirect, urllib.request.ProxyHandler({}))


def call(method, url, key, body=None, may_be_empty=False):
    headers, status, request_id, data = {"Accept": "application/json", "X-API-Key": key}, None, None, None
    if body is not None:
        data = json.dumps(body).encode()
        headers |= {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    try:
        try:
            response = OPENER.open(urllib.request.Request(url, data, headers, method=method), timeout=8)
        except urllib.error.HTTPError as error:
            response = error
        status, request_id = response.status, response.headers.get("request-id")
        text = response.read()
    except (OSError, http.client.HTTPException) as error:
        return {"error": {"status": status, "code": None, "message": str(error), "requestId": request_id}}
    try:
        told = json.loads(text)
    except ValueError:
        told = None
    if status < 300 and (may_be_empty or isinstance(told, dict)):
        return {"value": told}
    told = told if isinstance(told, dict) else {}
    message = told.get("error", told.get("message"))
    return {"error": {"status": status, "code": told.get("code"), "message": message, "requestId": request_id}}


def resolve_bank_account(baseUrl, apiKey, accountNumber, bankCode, **_):
    return call("POST", f"{baseUrl}/v1/banks/resolve", apiKey, {"account_number": accountNumber, "bank_code": bankCode})


def get_onramp_order(baseUrl, apiKey, id, **_):
    return call("GET", f"{baseUrl}/v1/onramp/orders/{urllib.parse.quote(id, safe='')}", apiKey)


def simulate(sandboxUrl, apiKey, orderId, event, receivedAmount=None, receivedNetwork=None, **_):
    body = {"event": event}
    if event == "deposit_detected" and receivedAmount is not None:
        body["received_amount"] = receivedAmount
    if event == "wrong_chain" and receivedNetwork is not None:
        body["received_network"] = receivedNetwork
    path = f"/sandbox/collection-orders/{urllib.parse.quote(orderId, safe='')}/simulate"
    return call("POST", sandboxUrl + path, apiKey, body, True)


METHODS = {"verify": verify, "receive": receive, "resolveBankAccount": resolve_bank_account,
           "getOnrampOrder": get_onramp_order, "simulate": simulate}
DESCRIBE = {"name": "example", "version": "1.0.0", "language": "Python", "clock": "injected", "methods": [*METHODS]}

for line in sys.stdin:
    id, method, params = map(json.loads(line).get, ("id", "method", "params"))
    try:
        answer = {"result": DESCRIBE if method == "describe" else METHODS[method](**params)}
    except Exception as error:
        answer = {"error": {"code": -32000, "message": repr(error)}}
    print(json.dumps({"jsonrpc": "2.0", "id": id, **answer}), flush=True)
