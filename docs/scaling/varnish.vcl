# One origin, any number of daemons that poll it: docs/scaling.md.
# Debian: apt install varnish; this file goes to /etc/varnish/default.vcl.
vcl 4.1;

# The origin says how long a value is fresh and how long it may be served after that (RFC 9111, RFC 5861):
#   Cache-Control: max-age=10, stale-while-revalidate=600
# Varnish takes the first as the time to live and the second as the grace.
backend origin {
    .host = "127.0.0.1";
    .port = "8000";
    .connect_timeout = 2s;
    .first_byte_timeout = 10s;
    .between_bytes_timeout = 10s;
    # In an outage the origin sees this and no other request.
    .probe = {
        .url = "/status.json";
        .interval = 5s;
        .timeout = 2s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

sub vcl_recv {
    # A status is the same for everybody. Requests with credentials (Authorization) are not, and go through uncached.
    unset req.http.Cookie;
}

sub vcl_backend_fetch {
    # Whoever has asked first, the response is for all.
    unset bereq.http.Cookie;
}

sub vcl_backend_response {
    unset beresp.http.Set-Cookie;
    if (beresp.status >= 500) {
        if (bereq.is_bgfetch) {
            # A value is being served in its grace. An error does not take its place.
            return (abandon);
        }
        # There is no value. One daemon after the other would ask again; for this long the error is for all.
        set beresp.ttl = 1s;
        set beresp.grace = 0s;
        set beresp.keep = 0s;
        return (deliver);
    }
    # Beyond its grace a value is served no more, but the origin can still confirm it by a 304.
    set beresp.keep = 1h;
}

# The origin was not reached, and the grace is over or there never was a value.
sub vcl_backend_error {
    if (bereq.is_bgfetch) {
        return (abandon);
    }
    set beresp.status = 503;
    set beresp.http.Content-Type = "application/problem+json";
    set beresp.http.Cache-Control = "no-store";
    set beresp.ttl = 1s;
    set beresp.grace = 0s;
    # The daemon shows these words (RFC 9457).
    synthetic("""{"status":503,"title":"Service Unavailable","detail":"The origin does not respond."}""");
    return (deliver);
}
