# An SDK in Perl (core modules) behind the gate's protocol: JSON-RPC 2.0, one message a line.
# To judge your own SDK, put its calls in place of the functions below. Nothing else may be printed on stdout.
use v5.32;
use warnings;
use Digest::SHA qw(hmac_sha256_hex);
use Encode qw(encode_utf8);
use HTTP::Tiny;
use JSON::PP;
use MIME::Base64 qw(decode_base64);
my $json = JSON::PP->new->utf8->canonical;

sub verify {
    my ($p) = @_;
    my @lines = !defined $p->{header} ? () : ref $p->{header} ? @{ $p->{header} } : $p->{header};
    my (%t, @v1);
    for my $pair (map { split /,/ } @lines) {
        $pair =~ s/\A[ \t]+|[ \t]+\z//g;
        my ($key, $value) = $pair =~ /\A([^=]+)=(.*)\z/s or next;
        $t{$value} = 1 if $key eq 't';
        push @v1, $value if $key eq 'v1';
    }
    my ($t) = keys %t;
    return refused('no t, or several') unless keys %t == 1 && $t =~ /\A[0-9]{1,15}\z/;
    return refused('t is outside the tolerance') if abs($p->{now} - $t) > $p->{toleranceSeconds};
    my $message = "$t." . decode_base64($p->{body});
    for my $digest (map { hmac_sha256_hex($message, encode_utf8($_)) } grep { length } @{ $p->{secrets} }) {
        return { accepted => JSON::PP::true } if grep { same($_, $digest) } @v1;
    }
    return refused('no v1 matches');
}

sub refused { return { accepted => JSON::PP::false, reason => $_[0] } }
sub same { return length $_[0] == length $_[1] && ($_[0] ^. $_[1]) !~ /[^\0]/ }

sub event_id {
    my ($delivery, $dialect) = @_;
    my $event = eval { $json->decode(decode_base64($delivery->{body})) };
    my $at = sub {
        my $value = $event;
        for my $part (split m{/}, substr($_[0], 1), -1) {
            $part =~ s{~([01])}{$1 ? '/' : '~'}ge;
            $value = ref $value eq 'HASH' ? $value->{$part}
                : ref $value eq 'ARRAY' && $part =~ /\A\d+\z/ ? $value->[$part] : undef;
        }
        return $value;
    };
    my $place = $dialect->{eventId};
    $place = $place->{ $at->($dialect->{eventType}) } // '/id' if ref $place;
    return $at->($place) unless $place =~ /\Aheader:(.*)/;
    my %headers = map { lc $_ => $delivery->{headers}{$_} } keys %{ $delivery->{headers} };
    return $headers{ lc $1 };
}

sub receive {
    my ($p) = @_;
    my (%seen, @processed);
    for my $index (0 .. $#{ $p->{deliveries} }) {
        my $delivery = $p->{deliveries}[$index];
        next unless verify({ %$p, header => $delivery->{header}, body => $delivery->{body} })->{accepted};
        my $id = event_id($delivery, $p->{dialect});
        push @processed, $index unless defined $id && $seen{$id}++;
    }
    return { processed => \@processed };
}

sub uuid {
    open my $random, '<:raw', '/dev/urandom' or die "no randomness: $!";
    read $random, my $bytes, 16;
    vec($bytes, 6, 8) = vec($bytes, 6, 8) & 0x0f | 0x40;
    vec($bytes, 8, 8) = vec($bytes, 8, 8) & 0x3f | 0x80;
    return join '-', unpack 'H8H4H4H4H12', $bytes;
}
sub escaped { return join '', map { /[A-Za-z0-9_.~-]/ ? $_ : sprintf '%%%02X', ord } split //, encode_utf8($_[0]) }
my $http = HTTP::Tiny->new(timeout => 8, max_redirect => 0, http_proxy => undef, all_proxy => undef);

sub call {
    my ($method, $url, $key, $body, $may_be_empty) = @_;
    my %headers = (Accept => 'application/json', 'X-API-Key' => $key);
    %headers = (%headers, 'Content-Type' => 'application/json', 'Idempotency-Key' => uuid()) if $body;
    my $answer = $http->request($method, $url, {headers => \%headers, $body ? (content => $json->encode($body)) : ()});
    # HTTP::Tiny reports a broken connection as a 599.
    my $status = $answer->{status} == 599 ? undef : 0 + $answer->{status};
    my $told = eval { $json->decode($answer->{content}) };
    $told = undef unless ref $told eq 'HASH';
    return { value => $told } if $answer->{success} && ($told || $may_be_empty);
    my ($message, $id) = ($told->{error} // $told->{message}, $answer->{headers}{'request-id'});
    return { error => { status => $status, code => $told->{code}, message => $message, requestId => $id } };
}

sub simulate {
    my ($p) = @_;
    my ($event, $amount, $network) = @$p{qw(event receivedAmount receivedNetwork)};
    my $body = { event => $event };
    $body->{received_amount} = $amount if $event eq 'deposit_detected' && defined $amount;
    $body->{received_network} = $network if $event eq 'wrong_chain' && defined $network;
    my $path = '/sandbox/collection-orders/' . escaped($p->{orderId}) . '/simulate';
    return call('POST', $p->{sandboxUrl} . $path, $p->{apiKey}, $body, 1);
}

my %methods = (
    verify => \&verify,
    receive => \&receive,
    resolveBankAccount => sub {
        my %body = (account_number => $_[0]{accountNumber}, bank_code => $_[0]{bankCode});
        return call('POST', "$_[0]{baseUrl}/v1/banks/resolve", $_[0]{apiKey}, \%body);
    },
    getOnrampOrder => sub { call('GET', "$_[0]{baseUrl}/v1/onramp/orders/" . escaped($_[0]{id}), $_[0]{apiKey}) },
    simulate => \&simulate,
);
my %describe = (name => 'example', version => '1.0.0', language => 'Perl', clock => 'injected');
$describe{methods} = [sort keys %methods];
$| = 1;
while (my $line = <STDIN>) {
    my ($id, $method, $params) = @{ $json->decode($line) }{qw(id method params)};
    my $result = eval { $method eq 'describe' ? \%describe : $methods{$method}->($params) };
    my %answer = defined $result ? (result => $result) : (error => { code => -32000, message => "$@" });
    print $json->encode({ jsonrpc => '2.0', id => $id, %answer }), "\n";
}
