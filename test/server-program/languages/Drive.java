import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

class Drive {
  public static void main(String[] given) throws Exception {
    switch (given[1]) {
      case "sign" -> System.out.println("\"" + PayCheckout.signOrder(given[2], given[3], given[4]) + "\"");
      case "news" -> {
        Map<String, String> headers = new HashMap<>();
        var pairs = Pattern.compile("\"([^\"]+)\":\"([^\"]+)\"").matcher(given[3]);
        while (pairs.find()) headers.put(pairs.group(1), pairs.group(2));
        System.out.println(PayCheckout.isNews(given[2], headers, given[4]) ? given[2] : "null");
      }
      default -> System.out.println(PayCheckout.refundOrder(given[2], given[3], given[4], given[5], given[6]));
    }
  }
}
