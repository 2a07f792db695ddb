// .NET 8, without a package. Not tried.
using System.Net.Http.Json;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

public static class PayCheckout
{
    private static string Write(byte[] part) =>
        Convert.ToBase64String(part).TrimEnd('=').Replace('+', '-').Replace('/', '_');

    /// <summary>Signs an order: whoever has the text may pay the order, at this price and no other.</summary>
    public static string SignOrder(Dictionary<string, object> order, string keyName, string secret)
    {
        order["iat"] = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        var header = JsonSerializer.SerializeToUtf8Bytes(new { alg = "HS256", kid = keyName });
        var signed = Write(header) + "." + Write(JsonSerializer.SerializeToUtf8Bytes(order));
        return signed + "." + Write(HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), Encoding.UTF8.GetBytes(signed)));
    }

    /// <summary>The webhook in a request, or null when somebody else has sent it.</summary>
    public static JsonDocument? ReadWebhook(string body, Func<string, string?> header, string secret)
    {
        var key = Convert.FromBase64String(secret.Replace("whsec_", ""));
        if (key.Length < 24) throw new ArgumentException("WEBHOOK_SIGNING_SECRET is missing or too short"); // By an empty one, anybody could sign.
        if (!long.TryParse(header("webhook-timestamp"), out var stamp)) return null;
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - stamp) > 300) return null;
        var text = Encoding.UTF8.GetBytes($"{header("webhook-id")}.{stamp}.{body}");
        var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(HMACSHA256.HashData(key, text)));
        var given = (header("webhook-signature") ?? "").Split(' ');
        var same = given.Any(each => CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(each)));
        return same ? JsonDocument.Parse(body) : null;
    }

    /// <summary>Gives money back: new { amount = 2500 }, or new { } for all that is left. The same key again does no harm. Throws what a refusal says.</summary>
    public static async Task<JsonDocument> RefundOrder(
        HttpClient http, string server, string operatorKey, string orderId, string key, object refund)
    {
        var address = $"{server}/orders/{Uri.EscapeDataString(orderId)}/refund";
        using var request = new HttpRequestMessage(HttpMethod.Post, address);
        request.Headers.Add("Authorization", $"Bearer {operatorKey}");
        request.Headers.Add("Idempotency-Key", key);
        request.Content = JsonContent.Create(refund, refund.GetType());
        using var answer = await http.SendAsync(request);
        if (!answer.IsSuccessStatusCode) throw new HttpRequestException(await answer.Content.ReadAsStringAsync());
        return await JsonDocument.ParseAsync(await answer.Content.ReadAsStreamAsync());
    }
}
