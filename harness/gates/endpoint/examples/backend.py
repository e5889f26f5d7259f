"""A webhook handler to copy: http.server and sqlite3, without packages. It verifies the bytes that came, and remembers
the event and credits the order in one transaction; it acknowledges after the commit.

    SIGNING_SECRET=whsec_... python3 backend.py serve credits.db 3000
    python3 backend.py credits credits.db
"""
import hashlib, hmac, json, os, re, sqlite3, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_S = 300
MOST_BYTES = 4 * 1024 * 1024

command, file, port = (sys.argv[1:] + ["serve", "credits.db", "3000"][len(sys.argv) - 1 :])[:3]
secrets = [secret.encode() for secret in os.environ.get("SIGNING_SECRET", "").split(",") if secret]


db = sqlite3.connect(file, timeout=10, isolation_level=None, check_same_thread=False)
# A commit survives a crash of the process and of the machine. Another process that reads waits for no one.
db.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
db.execute("CREATE TABLE IF NOT EXISTS event (id TEXT PRIMARY KEY)")
db.execute("CREATE TABLE IF NOT EXISTS credit (order_id TEXT NOT NULL, event_id TEXT NOT NULL)")
lock = threading.Lock()


def verifies(header, body):
    """Verifies a signature header over the raw body: any v1, in constant time, and t within 300 s on either side."""
    pairs = [pair.partition("=") for pair in header.split(",")]
    t = next((value for name, _, value in pairs if name == "t"), "")
    if not re.fullmatch(r"[0-9]{1,15}", t) or abs(time.time() - int(t)) > TOLERANCE_S:
        return False
    given = [value.encode("latin-1") for name, _, value in pairs if name == "v1"]
    for secret in secrets:
        digest = hmac.new(secret, t.encode() + b"." + body, hashlib.sha256).hexdigest().encode()
        if any(hmac.compare_digest(digest, v1) for v1 in given):
            return True
    return False


def credit_once(event, order):
    """Credits an order unless the event was seen. The primary key decides, also between two processes."""
    with lock:
        db.execute("BEGIN IMMEDIATE")
        try:
            if db.execute("INSERT OR IGNORE INTO event (id) VALUES (?)", (event,)).rowcount == 1:
                db.execute("INSERT INTO credit (order_id, event_id) VALUES (?, ?)", (order, event))
            db.execute("COMMIT")
        except BaseException:
            db.execute("ROLLBACK")
            raise


def handle(header, body):
    """The status: 2xx only for what is stored, or needs no storing."""
    if not verifies(header, body):
        return 401
    event = json.loads(body)
    if event.get("type") != "disbursement.completed":
        return 200
    order = event.get("data", {}).get("order_id")
    if not isinstance(event.get("id"), str) or not isinstance(order, str):
        return 422
    credit_once(event["id"], order)
    return 200


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.chunks() if "chunked" in self.headers.get("Transfer-Encoding", "").lower() else self.sized()
        status = 404
        if body is None:
            status = 413
        elif self.path == "/webhooks":
            try:
                status = handle(self.headers.get("Service-Signature", ""), body)
            except Exception as error:
                print(repr(error), file=sys.stderr)
                status = 500
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def sized(self):
        length = int(self.headers.get("Content-Length", "0"))
        return self.rfile.read(length) if length <= MOST_BYTES else None

    def chunks(self):
        body = b""
        while (size := int(self.rfile.readline().split(b";")[0], 16)) > 0:
            if len(body) + size > MOST_BYTES:
                return None
            body += self.rfile.read(size)
            self.rfile.readline()
        return body

    def log_message(self, *_):
        pass


if command == "credits":
    for (order,) in db.execute("SELECT order_id FROM credit"):
        print(order)
else:
    if not secrets:
        sys.exit("SIGNING_SECRET is not set")
    # The default queue holds five connections; webhooks come in bursts.
    ThreadingHTTPServer.request_queue_size = 128
    ThreadingHTTPServer(("127.0.0.1", int(port)), Handler).serve_forever()
