import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Java 17, without a library. JSON goes in and out as text: write and read it with the one that you have. */
public final class PayCheckout {
  private static byte[] mac(byte[] key, String text) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String write(byte[] part) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(part);
  }

  /** Signs an order (its claims as JSON): whoever has the text may pay the order, at this price and no other. */
  public static String signOrder(String claims, String keyName, String secret) throws Exception {
    String header = "{\"alg\":\"HS256\",\"kid\":\"" + keyName + "\"}";
    String signed = write(header.getBytes()) + "." + write(claims.getBytes(StandardCharsets.UTF_8));
    return signed + "." + write(mac(secret.getBytes(StandardCharsets.UTF_8), signed));
  }

  /** Whether the webhook was signed with the secret: read the body only then. Headers by their names in small letters. */
  public static boolean isWebhook(String body, Map<String, String> headers, String secret) throws Exception {
    byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    // By an empty one, anybody could sign.
    if (key.length < 24) throw new IllegalArgumentException("WEBHOOK_SIGNING_SECRET is missing or too short");
    String stamp = headers.getOrDefault("webhook-timestamp", "");
    if (!stamp.matches("\\d{1,12}")) return false;
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(stamp)) > 300) return false;
    String text = headers.get("webhook-id") + "." + stamp + "." + body;
    byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac(key, text))).getBytes();
    for (String given : headers.getOrDefault("webhook-signature", "").split(" "))
      if (MessageDigest.isEqual(expected, given.getBytes())) return true;
    return false;
  }

  /** Gives money back: {"amount":2500}, or {} for all that is left. The same key again does no harm. Throws what a refusal says. */
  public static String refundOrder(String server, String operatorKey, String orderId, String key, String refund)
      throws Exception {
    String path = URLEncoder.encode(orderId, StandardCharsets.UTF_8).replace("+", "%20");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server + "/orders/" + path + "/refund"))
            .header("Authorization", "Bearer " + operatorKey)
            .header("Idempotency-Key", key)
            .POST(HttpRequest.BodyPublishers.ofString(refund))
            .build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    if (answer.statusCode() != 200) throw new IllegalStateException(answer.body());
    return answer.body();
  }
}
