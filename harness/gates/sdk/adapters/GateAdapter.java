// An SDK in Java (standard library) behind the gate's protocol: JSON-RPC 2.0, one message a line.
// To judge your own SDK, put its calls in place of the methods below. Nothing else may be printed on stdout.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class GateAdapter {
    static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(Duration.ofSeconds(8)).followRedirects(HttpClient.Redirect.NEVER)
        .proxy(HttpClient.Builder.NO_PROXY).build();

    /** Returns why a webhook is refused, or null. */
    static String refusal(Object header, String body, Map<?, ?> p) throws GeneralSecurityException {
        Set<String> timestamps = new HashSet<>();
        List<byte[]> signatures = new ArrayList<>();
        for (Object line : header instanceof List<?> lines ? lines : Arrays.asList(header)) {
            for (String pair : String.valueOf(line).split(",")) {
                String trimmed = pair.replaceAll("^[ \t]+|[ \t]+$", "");
                if (trimmed.startsWith("t=")) timestamps.add(trimmed.substring(2));
                if (trimmed.startsWith("v1=")) signatures.add(trimmed.substring(3).getBytes(StandardCharsets.UTF_8));
            }
        }
        String t = timestamps.size() == 1 ? timestamps.iterator().next() : "";
        if (!t.matches("[0-9]{1,15}")) return "no t, or several";
        BigDecimal age = ((BigDecimal) p.get("now")).subtract(new BigDecimal(t)).abs();
        if (age.compareTo((BigDecimal) p.get("toleranceSeconds")) > 0) return "t is outside the tolerance";
        for (Object secret : (List<?>) p.get("secrets")) {
            if (secret.equals("")) continue;
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(((String) secret).getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((t + ".").getBytes(StandardCharsets.UTF_8));
            byte[] digest = HexFormat.of().formatHex(mac.doFinal(Base64.getDecoder().decode(body))).getBytes();
            if (signatures.stream().anyMatch(given -> MessageDigest.isEqual(given, digest))) return null;
        }
        return "no v1 matches";
    }

    /** Finds a member of an event by its JSON Pointer, or a header by its name. */
    static Object find(Object place, Object event, Map<?, ?> headers) {
        String path = String.valueOf(place);
        for (var header : headers.entrySet()) {
            if (path.equalsIgnoreCase("header:" + header.getKey())) return header.getValue();
        }
        if (!path.startsWith("/")) return null;
        for (String part : path.substring(1).split("/", -1)) {
            String name = part.replace("~1", "/").replace("~0", "~");
            boolean isIndex = event instanceof List<?> list && name.matches("[0-9]{1,9}")
                && Integer.parseInt(name) < list.size();
            event = event instanceof Map<?, ?> map ? map.get(name)
                : isIndex ? ((List<?>) event).get(Integer.parseInt(name)) : null;
        }
        return event;
    }

    static List<Object> receive(Map<?, ?> p) throws GeneralSecurityException {
        Set<Object> seen = new HashSet<>();
        List<Object> processed = new ArrayList<>();
        Map<?, ?> dialect = (Map<?, ?>) p.get("dialect");
        int index = -1;
        for (Object each : (List<?>) p.get("deliveries")) {
            Map<?, ?> delivery = (Map<?, ?>) each;
            String body = (String) delivery.get("body");
            index++;
            if (refusal(delivery.get("header"), body, p) != null) continue;
            Object event = null;
            try { event = Json.read(new String(Base64.getDecoder().decode(body), StandardCharsets.UTF_8)); }
            catch (RuntimeException notJson) { /* Such a body has no event. */ }
            Map<?, ?> headers = (Map<?, ?>) delivery.get("headers");
            Object place = dialect.get("eventId");
            if (place instanceof Map<?, ?> byType) place = byType.get(find(dialect.get("eventType"), event, headers));
            Object id = find(place, event, headers);
            if (id == null || seen.add(id)) processed.add(index);
        }
        return processed;
    }

    static Map<String, Object> call(String method, String url, Object key, Object body, boolean mayBeEmpty) {
        var error = new LinkedHashMap<String, Object>(Collections.singletonMap("status", null));
        try {
            var request = HttpRequest.newBuilder(URI.create(url)).header("Accept", "application/json")
                .header("X-API-Key", (String) key);
            if (body == null) request.GET();
            else request.POST(HttpRequest.BodyPublishers.ofString(Json.write(body)))
                .header("Content-Type", "application/json").header("Idempotency-Key", UUID.randomUUID().toString());
            var answer = CLIENT.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray())
                .get(8, TimeUnit.SECONDS);
            error.put("status", answer.statusCode());
            error.put("requestId", answer.headers().firstValue("request-id").orElse(null));
            boolean ok = answer.statusCode() / 100 == 2;
            if (ok && mayBeEmpty) return Collections.singletonMap("value", null);
            // Unlike new String, a decoder refuses what is not UTF-8.
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(answer.body()));
            Object told = Json.read(text.toString());
            if (ok && told instanceof Map<?, ?>) return Map.of("value", told);
            if (told instanceof Map<?, ?> problem) {
                error.put("code", problem.get("code"));
                error.put("message", problem.get(problem.get("error") == null ? "message" : "error"));
            }
        } catch (Exception | StackOverflowError thrown) {
            error.put("message", thrown.toString());
        }
        return Map.of("error", error);
    }

    static String escaped(Object text) {
        return URLEncoder.encode((String) text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static Object simulate(Map<?, ?> p) {
        var body = new HashMap<String, Object>(Map.of("event", p.get("event")));
        if (p.get("event").equals("deposit_detected") && p.get("receivedAmount") != null) {
            body.put("received_amount", p.get("receivedAmount"));
        } else if (p.get("event").equals("wrong_chain") && p.get("receivedNetwork") != null) {
            body.put("received_network", p.get("receivedNetwork"));
        }
        String path = "/sandbox/collection-orders/" + escaped(p.get("orderId")) + "/simulate";
        return call("POST", p.get("sandboxUrl") + path, p.get("apiKey"), body, true);
    }

    static Object answer(Object method, Map<?, ?> p) throws GeneralSecurityException {
        switch ((String) method) {
            case "verify":
                String refusal = refusal(p.get("header"), (String) p.get("body"), p);
                return refusal == null ? Map.of("accepted", true) : Map.of("accepted", false, "reason", refusal);
            case "receive":
                return Map.of("processed", receive(p));
            case "resolveBankAccount":
                var body = Map.of("account_number", p.get("accountNumber"), "bank_code", p.get("bankCode"));
                return call("POST", p.get("baseUrl") + "/v1/banks/resolve", p.get("apiKey"), body, false);
            case "getOnrampOrder":
                String path = "/v1/onramp/orders/" + escaped(p.get("id"));
                return call("GET", p.get("baseUrl") + path, p.get("apiKey"), null, false);
            case "simulate":
                return simulate(p);
            default:
                var methods = List.of("verify", "receive", "resolveBankAccount", "getOnrampOrder", "simulate");
                return Map.of("name", "example", "version", "1.0.0", "language", "Java", "clock", "injected",
                    "methods", methods);
        }
    }

    public static void main(String[] arguments) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Map<?, ?> request = (Map<?, ?>) Json.read(line);
            Object id = request.get("id");
            String answer;
            try {
                Object result = answer(request.get("method"), (Map<?, ?>) request.get("params"));
                answer = Json.write(Map.of("jsonrpc", "2.0", "id", id, "result", result));
            } catch (Exception | StackOverflowError thrown) {
                Object error = Map.of("code", -32000, "message", thrown.toString());
                answer = Json.write(Map.of("jsonrpc", "2.0", "id", id, "error", error));
            }
            System.out.println(answer);
        }
    }
}

/** JSON of the standard types: Map, List, String, BigDecimal, Boolean and null. */
class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.need(json.next() == 0);
        return value;
    }

    private Object value() {
        if (take('{')) {
            var map = new LinkedHashMap<String, Object>();
            for (boolean more = !take('}'); more; more = !end('}')) {
                String name = string();
                need(take(':'));
                map.put(name, value());
            }
            return map;
        }
        if (take('[')) {
            var list = new ArrayList<Object>();
            for (boolean more = !take(']'); more; more = !end(']')) list.add(value());
            return list;
        }
        if (next() == '"') return string();
        int from = at;
        while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
        String word = text.substring(from, at);
        if (word.equals("null")) return null;
        if (word.equals("true") || word.equals("false")) return word.equals("true");
        need(word.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?"));
        return new BigDecimal(word);
    }

    private String string() {
        need(take('"'));
        var out = new StringBuilder();
        for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
            need(c >= ' ');
            if (c != '\\') {
                out.append(c);
            } else if (text.charAt(at) == 'u') {
                out.append((char) HexFormat.fromHexDigits(text, at + 1, at += 5));
            } else {
                out.append("\"\\/\b\f\n\r\t".charAt("\"\\/bfnrt".indexOf(text.charAt(at++))));
            }
        }
        return out.toString();
    }

    private char next() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        return at < text.length() ? text.charAt(at) : 0;
    }

    private boolean take(char wanted) {
        boolean found = next() == wanted && at < text.length();
        if (found) at++;
        return found;
    }

    /** Takes the end of a map or list, or the comma before what follows. */
    private boolean end(char bracket) {
        boolean ended = take(bracket);
        need(ended || take(','));
        return ended;
    }

    private void need(boolean sound) {
        if (!sound) throw new IllegalArgumentException("not JSON at " + at);
    }

    static String write(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream().map(each -> write(each.getKey()) + ":" + write(each.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
        }
        if (!(value instanceof String)) return String.valueOf(value);
        var out = new StringBuilder("\"");
        for (char c : ((String) value).toCharArray()) {
            out.append(c < ' ' || c > '~' || c == '"' || c == '\\' ? String.format("\\u%04x", (int) c) : c);
        }
        return out.append('"').toString();
    }
}
