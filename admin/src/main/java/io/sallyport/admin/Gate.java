package io.sallyport.admin;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.admin.answer.Problem;
import io.sallyport.decision.AddressLimit;
import io.sallyport.model.ReasonCode;
import io.sallyport.web.HostRule;
import io.sallyport.web.WebRequest;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Authenticates callers: checks {@code Host}, {@code Origin} and the bearer token, in this order. Confined to the event
 * loop.
 */
final class Gate {
    /** Limit of wrong tokens per minute and address. */
    static final int MAX_WRONG = 20;

    /** RFC 6750, section 2.1; the scheme is case-insensitive. */
    private static final Pattern BEARER = Pattern.compile("(?i:bearer) +([A-Za-z0-9._~+/-]{1,512}=*)");

    private final HostRule hosts;
    private final String scheme;
    private final AdminTokens tokens;
    private final AddressLimit guesses;

    Gate(HostRule hosts, boolean tls, AdminTokens tokens, AddressLimit guesses) {
        this.hosts = hosts;
        this.scheme = tls ? "https://" : "http://";
        this.tokens = tokens;
        this.guesses = guesses;
    }

    boolean isTls() {
        return scheme.equals("https://");
    }

    /** The result of authentication. */
    sealed interface Entry {}

    record Admitted(Caller caller) implements Entry {}

    /** @param reason the reason for the audit log */
    record Refused(Problem problem, ReasonCode reason) implements Entry {}

    Entry enter(WebRequest request) {
        Optional<Refused> elsewhere = misdirected(request);
        return elsewhere.isPresent()
                ? elsewhere.get()
                : identified(request.head().headers(), request.peer());
    }

    /** Returns why {@code Host} refuses the request; empty if it is ours. */
    Optional<Refused> misnamed(WebRequest request) {
        return hosts.admits(request)
                ? Optional.empty()
                : Optional.of(new Refused(
                        Problem.of(
                                403,
                                "HOST_REFUSED",
                                "Host names another server (expected: a loopback name or address, or a configured"
                                        + " name)"),
                        ReasonCode.AUTHORITY_MISMATCH));
    }

    /** Returns why {@code Host} or {@code Origin} refuses the request; empty if both are ours. */
    Optional<Refused> misdirected(WebRequest request) {
        Optional<Refused> misnamed = misnamed(request);
        if (misnamed.isPresent()) {
            return misnamed;
        }
        return isSameOrigin(request.head().headers())
                ? Optional.empty()
                : Optional.of(new Refused(
                        Problem.of(403, "ORIGIN_REFUSED", "the call comes from another site's page"),
                        ReasonCode.AUTHORITY_MISMATCH));
    }

    private boolean isSameOrigin(HttpHeaders headers) {
        String own = scheme + headers.get(HttpHeaderNames.HOST);
        return headers.getAll(HttpHeaderNames.ORIGIN).stream().allMatch(origin -> origin.equalsIgnoreCase(own))
                && headers.getAll("sec-fetch-site").stream()
                        .allMatch(site -> site.equals("same-origin") || site.equals("none"));
    }

    private Entry identified(HttpHeaders headers, InetSocketAddress peer) {
        List<String> credentials = headers.getAll(HttpHeaderNames.AUTHORIZATION);
        if (credentials.isEmpty()) {
            return unauthenticated("no token came (expected: Authorization: Bearer TOKEN)");
        }
        Matcher bearer = BEARER.matcher(credentials.getFirst());
        if (credentials.size() > 1 || !bearer.matches()) {
            return unauthenticated("Authorization is not one bearer token (expected: Bearer TOKEN)");
        }
        return presented(bearer.group(1), peer);
    }

    /** Returns who owns the token, within the limit of wrong ones of an address. */
    Entry presented(String token, InetSocketAddress peer) {
        Caller caller = tokens.find(token);
        if (caller != null) {
            return new Admitted(caller);
        }
        return guesses.admits(peer.getAddress())
                ? unauthenticated("the token opens nothing here")
                : new Refused(
                        Problem.of(429, "RATE_LIMITED", "too many wrong tokens came from this address")
                                .with("Retry-After", "60"),
                        ReasonCode.NO_IDENTITY);
    }

    private static Entry unauthenticated(String message) {
        return new Refused(
                Problem.of(401, "UNAUTHENTICATED", message).with("WWW-Authenticate", "Bearer realm=\"sallyport\""),
                ReasonCode.NO_IDENTITY);
    }
}
