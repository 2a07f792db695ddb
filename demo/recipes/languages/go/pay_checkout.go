// Package paycheckout signs orders, reads webhooks and gives money back. Standard library only.
package paycheckout

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

func mac(key []byte, text string) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write([]byte(text))
	return hash.Sum(nil)
}

// SignOrder signs an order: whoever has the text may pay the order, at this price and no other.
func SignOrder(order map[string]any, keyName, secret string) (string, error) {
	order["iat"] = time.Now().Unix()
	header, _ := json.Marshal(map[string]string{"alg": "HS256", "kid": keyName})
	claims, err := json.Marshal(order)
	write := base64.RawURLEncoding.EncodeToString
	signed := write(header) + "." + write(claims)
	return signed + "." + write(mac([]byte(secret), signed)), err
}

// ReadWebhook answers the webhook in a request; an error when somebody else has sent it.
func ReadWebhook(body []byte, header http.Header, secret string) (webhook map[string]any, err error) {
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if len(key) < 24 { // By an empty one, anybody could sign.
		return nil, errors.New("WEBHOOK_SIGNING_SECRET is missing or too short")
	}
	stamp, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if age := time.Now().Unix() - stamp; err != nil || age > 300 || age < -300 {
		return nil, errors.New("the webhook is too old")
	}
	text := fmt.Sprintf("%s.%d.%s", header.Get("webhook-id"), stamp, body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac(key, text))
	for _, given := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(given), []byte(expected)) {
			err = json.Unmarshal(body, &webhook)
			return webhook, err
		}
	}
	return nil, errors.New("the signature is wrong")
}

// RefundOrder gives money back: map[string]int{"amount": 2500}, or an empty map for all that is left. The same key again does no
// harm. The error is what a refusal says.
func RefundOrder(server, operatorKey, orderID, key string, refund map[string]int) (answer map[string]any, err error) {
	body, err := json.Marshal(refund)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest("POST", server+"/orders/"+url.PathEscape(orderID)+"/refund", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+operatorKey)
	request.Header.Set("Idempotency-Key", key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	err = json.NewDecoder(response.Body).Decode(&answer)
	if refusal, refused := answer["type"]; refused {
		err = fmt.Errorf("%v: %v", refusal, answer["message"])
	}
	return answer, err
}
