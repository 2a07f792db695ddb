import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

class Drive {
  public static void main(String[] given) throws Exception {
    switch (given[1]) {
      case "sign" -> System.out.println("\"" + PayCheckout.signOrder(given[2], given[3], given[4]) + "\"");
      case "news" -> System.out.println(read(given[2], given[3], given[4]) ? given[2] : "null");
      default -> {
        if (!read(given[4], given[5], given[6])) throw new IllegalArgumentException("These are no news.");
        String orderId = textsOf(given[4]).get("order_id").replace("\\\\", "\\");
        System.out.println(PayCheckout.refundOrder(given[2], given[3], orderId, given[7], given[8]));
      }
    }
  }

  private static boolean read(String body, String headers, String secret) throws Exception {
    return PayCheckout.isWebhook(body, textsOf(headers), secret);
  }

  /** The texts in JSON by their names, as far as the tests write it. */
  private static Map<String, String> textsOf(String json) {
    Map<String, String> texts = new HashMap<>();
    var pairs = Pattern.compile("\"([^\"]+)\":\"([^\"]+)\"").matcher(json);
    while (pairs.find()) texts.put(pairs.group(1), pairs.group(2));
    return texts;
  }
}
