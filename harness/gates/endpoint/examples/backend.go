// A webhook handler to copy: net/http and a journal, without packages. It verifies the bytes that came. One line of the
// journal is both the memory of the event and the credit of its order; it acknowledges after the line is on the disk.
//
//	SIGNING_SECRET=whsec_... go run backend.go serve credits.journal 3000
//	go run backend.go credits credits.journal
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const toleranceSeconds, mostBytes = 300, 4 << 20

var secrets = strings.Split(os.Getenv("SIGNING_SECRET"), ",")
var journal *os.File
var seen = map[string]bool{}
var lock sync.Mutex

// An event, as a webhook carries it and as a line of the journal.
type event struct {
	ID, Type string
	Data     struct {
		Order string `json:"order_id"`
	}
}

// readJournal ends before a line without its newline: a crash cut it off, and it was never acknowledged.
func readJournal(path string, each func(event)) (whole int64) {
	data, _ := os.ReadFile(path)
	whole = int64(bytes.LastIndexByte(data, '\n') + 1)
	var one event
	for lines := json.NewDecoder(bytes.NewReader(data[:whole])); lines.Decode(&one) == nil; {
		each(one)
	}
	return whole
}

// creditOnce holds the lock until the line is on the disk: a copy of the event waits, and is then known.
func creditOnce(one event) {
	lock.Lock()
	defer lock.Unlock()
	if seen[one.ID] {
		return
	}
	line, _ := json.Marshal(one)
	if _, err := journal.Write(append(line, '\n')); err != nil || journal.Sync() != nil {
		log.Fatal("the journal may hold half a line: start again, and it is cut off")
	}
	seen[one.ID] = true
}

// verifies checks a signature header over the raw body: any v1, in constant time, and t within 300 s on either side.
func verifies(header string, body []byte) (ok bool) {
	pairs := map[string][]string{}
	for _, pair := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(pair, "=")
		pairs[name] = append(pairs[name], value)
	}
	t := append(pairs["t"], "")[0]
	seconds, err := strconv.ParseUint(t, 10, 48)
	if age := time.Now().Unix() - int64(seconds); err != nil || age > toleranceSeconds || age < -toleranceSeconds {
		return false
	}
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		fmt.Fprintf(mac, "%s.%s", t, body)
		for _, v1 := range pairs["v1"] {
			ok = hmac.Equal([]byte(hex.EncodeToString(mac.Sum(nil))), []byte(v1)) || ok
		}
	}
	return ok
}

// handle returns a 2xx only for what is stored, or needs no storing.
func handle(w http.ResponseWriter, r *http.Request) int {
	var one event
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBytes))
	switch {
	case r.Method != http.MethodPost:
		return http.StatusMethodNotAllowed
	case err != nil:
		return http.StatusRequestEntityTooLarge
	case !verifies(r.Header.Get("Service-Signature"), body):
		return http.StatusUnauthorized
	case json.Unmarshal(body, &one) != nil || one.ID == "" || one.Data.Order == "":
		return http.StatusUnprocessableEntity
	case one.Type == "disbursement.completed":
		creditOnce(one)
	}
	return http.StatusOK
}

func main() {
	if os.Args[1] == "credits" {
		readJournal(os.Args[2], func(one event) { fmt.Println(one.Data.Order) })
		return
	}
	whole := readJournal(os.Args[2], func(one event) { seen[one.ID] = true })
	file, err := os.OpenFile(os.Args[2], os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil || file.Truncate(whole) != nil || secrets[0] == "" {
		log.Fatal("the journal cannot be written, or SIGNING_SECRET is not set")
	}
	journal = file
	http.HandleFunc("/webhooks", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(handle(w, r)) })
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[3], nil))
}
