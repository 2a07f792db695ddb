// A whole shop.
package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"html"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	paycheckout "shop.example/paycheckout"
)

func setting(name string) string {
	value := os.Getenv(name)
	if value == "" {
		log.Fatalf("%s is not set.", name)
	}
	return value
}

func main() {
	shop, server := setting("SHOP_URL"), setting("PUBLIC_URL")
	keyName, secret, _ := strings.Cut(setting("ORDER_KEYS"), ":")
	signingSecret := setting("WEBHOOK_SIGNING_SECRET")
	var paid sync.Map // In your shop: a table. Its key is the header `webhook-id`.

	// The payer buys: in your shop, the order comes from your database.
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		id := r.URL.Query().Get("order")
		if id == "" {
			random := make([]byte, 8)
			rand.Read(random)
			id = hex.EncodeToString(random)
		}
		token, err := paycheckout.SignOrder(map[string]any{
			"sub": id, "amount": 10000, "currency": "SAR",
			"callback_url": shop + "/back", "exp": time.Now().Unix() + 3600,
			"lines": []any{map[string]any{"text": "Dates, 1 kg", "amount": 10000}},
		}, keyName, secret)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		http.Redirect(w, r, server+"/checkout/"+token, http.StatusFound)
	})

	// Anybody can write such an address: the truth comes with the webhook.
	http.HandleFunc("/back", func(w http.ResponseWriter, r *http.Request) {
		id := r.URL.Query().Get("pay_order")
		what := `we are waiting for your bank<meta http-equiv="refresh" content="2">` // The webhook is on its way.
		if _, isPaid := paid.Load(id); isPaid {
			what = "paid"
		} else if r.URL.Query().Get("status") == "failed" { // Only for what is shown: the same order is paid once.
			what = `not paid. <a href="/?order=` + url.QueryEscape(id) + `">Pay again</a>`
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<h1>Order %s: %s</h1>", html.EscapeString(id), what)
	})

	http.HandleFunc("/webhook", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		webhook, err := paycheckout.ReadWebhook(body, r.Header, signingSecret)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		data, _ := webhook["data"].(map[string]any)
		if data["verdict"] == "paid" { // In your shop: compare the amount. May come twice.
			paid.Store(data["order_id"], true)
		}
		w.WriteHeader(http.StatusNoContent)
	})

	log.Fatal(http.ListenAndServe(strings.TrimPrefix(shop, "http://"), nil))
}
