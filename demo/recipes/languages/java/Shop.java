import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A whole shop. */
public final class Shop {
  static final String SHOP = setting("SHOP_URL"), SERVER = setting("PUBLIC_URL");
  static final String[] KEY = setting("ORDER_KEYS").split(":", 2);
  /** In your shop: a table. Its key is the header `webhook-id`. */
  static final Set<String> PAID = ConcurrentHashMap.newKeySet();
  /** In your shop: your library for JSON. The id of an order of this shop needs no escapes. */
  static final Pattern PAID_ORDER = Pattern.compile("\"order_id\":\"([\\w-]+)\".*\"verdict\":\"paid\"");

  static String setting(String name) {
    String value = System.getenv(name);
    if (value == null) throw new IllegalStateException(name + " is not set.");
    return value;
  }

  static Map<String, String> query(HttpExchange exchange) {
    Map<String, String> query = new HashMap<>();
    String text = exchange.getRequestURI().getRawQuery();
    if (text != null)
      for (String pair : text.split("&")) {
        String[] parts = pair.split("=", 2);
        query.put(parts[0], parts.length == 2 ? URLDecoder.decode(parts[1], UTF_8) : "");
      }
    return query;
  }

  static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** The payer buys: in your shop, the order comes from your database. */
  static void buy(HttpExchange exchange) throws Exception {
    String id = query(exchange).getOrDefault("order", UUID.randomUUID().toString());
    if (!id.matches("[\\w-]+")) { // The text below is JSON.
      answer(exchange, 400, "");
      return;
    }
    String order =
        """
        {"sub":"%s","amount":10000,"currency":"SAR","callback_url":"%s/back","exp":%d,
         "lines":[{"text":"Dates, 1 kg","amount":10000}]}"""
            .formatted(id, SHOP, Instant.now().getEpochSecond() + 3600);
    String token = PayCheckout.signOrder(order, KEY[0], KEY[1]);
    exchange.getResponseHeaders().set("Location", SERVER + "/checkout/" + token);
    answer(exchange, 302, "");
  }

  /** Anybody can write such an address: the truth comes with the webhook. */
  static void back(HttpExchange exchange) throws IOException {
    String id = query(exchange).getOrDefault("pay_order", "");
    String what = "we are waiting for your bank<meta http-equiv='refresh' content='2'>"; // The webhook is on its way.
    if (PAID.contains(id)) what = "paid";
    else if ("failed".equals(query(exchange).get("status"))) // Only for what is shown: the same order is paid once.
      what = "not paid. <a href='/?order=" + URLEncoder.encode(id, UTF_8) + "'>Pay again</a>";
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    answer(exchange, 200, "<h1>Order " + id.replace("&", "&amp;").replace("<", "&lt;") + ": " + what + "</h1>");
  }

  static void webhook(HttpExchange exchange) throws Exception {
    Map<String, String> headers = new HashMap<>();
    exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(), values.get(0)));
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    boolean isOurs = PayCheckout.isWebhook(body, headers, setting("WEBHOOK_SIGNING_SECRET"));
    Matcher paid = PAID_ORDER.matcher(body);
    if (isOurs && paid.find()) PAID.add(paid.group(1)); // In your shop: compare the amount. May come twice.
    answer(exchange, isOurs ? 204 : 400, "");
  }

  interface Route {
    void handle(HttpExchange exchange) throws Exception;
  }

  static void add(HttpServer server, String path, Route route) {
    server.createContext(
        path,
        exchange -> {
          try {
            route.handle(exchange);
          } catch (Exception error) {
            throw new IOException(error);
          }
        });
  }

  public static void main(String[] args) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", URI.create(SHOP).getPort()), 0);
    add(server, "/", Shop::buy);
    add(server, "/back", Shop::back);
    add(server, "/webhook", Shop::webhook);
    server.start();
  }
}
