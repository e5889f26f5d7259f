// An SDK in Go (standard library) behind the gate's protocol: JSON-RPC 2.0, one message a line.
// Go 1.20 and later first compile the standard library: run `go build -o /dev/null gate_adapter.go` once.
// To judge your own SDK, put its calls in place of the functions below. Nothing else may be printed on stdout.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

type object = map[string]any

// Params of any method, or a delivery. encoding/json decodes the base64 of Body.
type Params struct {
	Header                                          any
	Body                                            []byte
	Headers                                         map[string]string
	Secrets                                         []string
	ToleranceSeconds, Now                           float64
	Deliveries                                      []Params
	Dialect                                         struct{ EventID, EventType any }
	BaseURL, SandboxURL, APIKey, ID, OrderID, Event string
	AccountNumber, BankCode                         string
	ReceivedAmount, ReceivedNetwork                 *string
}

// Verify returns why a delivery is refused, or nothing.
func verify(given, p Params) string {
	lines, _ := given.Header.([]any)
	t, signatures, timestamps := "", []string{}, map[string]bool{}
	for _, line := range append(lines, given.Header) {
		text, _ := line.(string)
		for _, pair := range strings.Split(text, ",") {
			key, value, isPair := strings.Cut(strings.Trim(pair, " \t"), "=")
			if isPair && key == "t" {
				t, timestamps[value] = value, true
			} else if isPair && key == "v1" {
				signatures = append(signatures, value)
			}
		}
	}
	seconds, err := strconv.ParseUint(t, 10, 50)
	age := p.Now - float64(seconds)
	if len(timestamps) != 1 || err != nil || age > p.ToleranceSeconds || -age > p.ToleranceSeconds {
		return "t is missing, repeated or outside the tolerance"
	}
	for _, secret := range p.Secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write(append([]byte(t+"."), given.Body...))
		digest := fmt.Sprintf("%x", mac.Sum(nil))
		for _, signature := range signatures {
			if secret != "" && hmac.Equal([]byte(digest), []byte(signature)) {
				return ""
			}
		}
	}
	return "no v1 matches"
}

// Finds a member of an event by its JSON Pointer, or a header by its name.
func find(place, event any, headers map[string]string) any {
	path, _ := place.(string)
	for name, value := range headers {
		if strings.EqualFold("header:"+name, path) {
			return value
		}
	}
	for _, part := range strings.Split(path, "/")[1:] {
		members, _ := event.(object)
		list, _ := event.([]any)
		if index, err := strconv.Atoi(part); err == nil && index >= 0 && index < len(list) {
			members = object{part: list[index]}
		}
		event = members[strings.NewReplacer("~1", "/", "~0", "~").Replace(part)]
	}
	return event
}

func receive(p Params) []int {
	seen, processed := map[string]bool{}, []int{}
	for index, delivery := range p.Deliveries {
		if verify(delivery, p) != "" {
			continue
		}
		var event any
		decoder := json.NewDecoder(bytes.NewReader(delivery.Body))
		decoder.UseNumber()
		_ = decoder.Decode(&event)
		place := p.Dialect.EventID
		if places, isMap := place.(object); isMap {
			place = places[fmt.Sprint(find(p.Dialect.EventType, event, delivery.Headers))]
		}
		id := find(place, event, delivery.Headers)
		if key := fmt.Sprint(id); id == nil || !seen[key] {
			seen[key] = id != nil
			processed = append(processed, index)
		}
	}
	return processed
}

var client = http.Client{
	Timeout:       8 * time.Second,
	Transport:     &http.Transport{}, // no proxy from the environment
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func call(method, address, key string, body object, mayBeEmpty bool) object {
	data, uuid := []byte{}, make([]byte, 16)
	header := http.Header{"Accept": {"application/json"}, "X-Api-Key": {key}}
	if body != nil {
		_, _ = rand.Read(uuid)
		uuid[6], uuid[8] = uuid[6]&0x0f|0x40, uuid[8]&0x3f|0x80
		header.Set("Idempotency-Key", fmt.Sprintf("%x-%x-%x-%x-%x", uuid[:4], uuid[4:6], uuid[6:8], uuid[8:10], uuid[10:]))
		header.Set("Content-Type", "application/json")
		data, _ = json.Marshal(body)
	}
	request, err := http.NewRequest(method, address, bytes.NewReader(data))
	var response *http.Response
	if err == nil {
		request.Header = header
		response, err = client.Do(request)
	}
	if err != nil {
		return object{"error": object{"status": nil, "message": err.Error()}}
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	ok := err == nil && response.StatusCode/100 == 2
	var told map[string]json.RawMessage
	if err := json.Unmarshal(text, &told); ok && (mayBeEmpty || err == nil && told != nil) {
		return object{"value": told}
	}
	problem := object{"status": response.StatusCode, "requestId": response.Header.Get("request-id")}
	problem["code"], problem["message"] = told["code"], told["message"]
	if told["error"] != nil {
		problem["message"] = told["error"]
	}
	return object{"error": problem}
}

func simulate(p Params) object {
	body := object{"event": p.Event}
	if p.Event == "deposit_detected" && p.ReceivedAmount != nil {
		body["received_amount"] = *p.ReceivedAmount
	} else if p.Event == "wrong_chain" && p.ReceivedNetwork != nil {
		body["received_network"] = *p.ReceivedNetwork
	}
	path := "/sandbox/collection-orders/" + url.PathEscape(p.OrderID) + "/simulate"
	return call("POST", p.SandboxURL+path, p.APIKey, body, true)
}

func answer(method string, p Params) object {
	switch method {
	case "verify":
		reason := verify(p, p)
		return object{"accepted": reason == "", "reason": reason}
	case "receive":
		return object{"processed": receive(p)}
	case "resolveBankAccount":
		body := object{"account_number": p.AccountNumber, "bank_code": p.BankCode}
		return call("POST", p.BaseURL+"/v1/banks/resolve", p.APIKey, body, false)
	case "getOnrampOrder":
		return call("GET", p.BaseURL+"/v1/onramp/orders/"+url.PathEscape(p.ID), p.APIKey, nil, false)
	case "simulate":
		return simulate(p)
	}
	methods := []string{"verify", "receive", "resolveBankAccount", "getOnrampOrder", "simulate"}
	return object{"name": "example", "version": "1.0.0", "language": "Go", "clock": "injected", "methods": methods}
}

func main() {
	for in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout); ; {
		var request struct {
			ID     int
			Method string
			Params Params
		}
		if in.Decode(&request) != nil {
			return
		}
		result := answer(request.Method, request.Params)
		_ = out.Encode(object{"jsonrpc": "2.0", "id": request.ID, "result": result})
	}
}
