use strict;
use warnings;
use JSON::PP;
my ($recipe, $action, @given) = @ARGV;
require $recipe;
my $json = JSON::PP->new->utf8->allow_nonref;
my $result =
    $action eq 'sign' ? PayCheckout::sign_order($json->decode($given[0]), @given[1, 2])
  : $action eq 'news' ? scalar PayCheckout::read_webhook($given[0], $json->decode($given[1]), $given[2])
  :                     PayCheckout::refund_order(@given[0, 1], named(@given[2 .. 4]), $given[5], $json->decode($given[6]));

sub named {
    my ($body, $headers, $secret) = @_;
    return PayCheckout::read_webhook($body, $json->decode($headers), $secret)->{data}{order_id};
}
print $json->encode($result);
