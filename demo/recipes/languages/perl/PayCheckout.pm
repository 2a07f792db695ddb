package PayCheckout;
use strict;
use warnings;
use Digest::SHA qw(hmac_sha256);
use HTTP::Tiny;
use JSON::PP;
use MIME::Base64 qw(decode_base64 encode_base64 encode_base64url);

my $json = JSON::PP->new->utf8->canonical;

# Signs an order: whoever has the text may pay the order, at this price and no other.
sub sign_order {
    my ($order, $key_name, $secret) = @_;
    my @parts = ({ alg => 'HS256', kid => $key_name }, { iat => time, %$order });
    my $signed = join '.', map { encode_base64url($json->encode($_)) } @parts;
    return "$signed." . encode_base64url(hmac_sha256($signed, $secret));
}

# The webhook in a request, or nothing when somebody else has sent it. $headers: by their names in small letters.
sub read_webhook {
    my ($body, $headers, $secret) = @_;
    my ($id, $time, $signatures) = map { $headers->{"webhook-$_"} // '' } qw(id timestamp signature);
    my $key = decode_base64(($secret // '') =~ s/\Awhsec_//r);
    die "WEBHOOK_SIGNING_SECRET is missing or too short\n" if length $key < 24; # By an empty one, anybody could sign.
    return unless $time =~ /\A\d+\z/ && abs(time - $time) <= 300;
    my $expected = 'v1,' . encode_base64(hmac_sha256("$id.$time.$body", $key), '');
    # Digests of both take as long to compare whatever is right about the one that came.
    my $same = grep { hmac_sha256($_, $key) eq hmac_sha256($expected, $key) } split ' ', $signatures;
    return $same ? $json->decode($body) : undef;
}

# Gives money back: { amount => 2500 }, or {} for all that is left. The same key again does no harm. Dies with what a refusal says.
sub refund_order {
    my ($server, $operator_key, $order_id, $key, $refund) = @_;
    utf8::encode(my $path = $order_id); # Letters in, as read_webhook gives them: an address has the bytes of their UTF-8.
    $path =~ s/([^A-Za-z0-9._~-])/sprintf '%%%02X', ord $1/ge;
    my $response = HTTP::Tiny->new(verify_SSL => 1)->post("$server/orders/$path/refund", {
        headers => { Authorization => "Bearer $operator_key", 'Idempotency-Key' => $key, 'Content-Type' => 'application/json' },
        content => $json->encode($refund),
    });
    my $answer = $json->decode($response->{content});
    die "$answer->{type}: $answer->{message}\n" if $answer->{type};
    return $answer;
}

1;
