package io.sallyport.model;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What must be done to an allowed request.
 *
 * @param intercept whether the tunnel must be intercepted and each request inside it judged
 * @param credentials names of credentials that grants attach; guardrails cannot
 * @param rate name of the rate limit that applies, or null
 * @param redact lower-case names of header fields that never reach the audit log or the target's log
 * @param addresses blocks such as {@code 10.0.0.0/8}, the only addresses at which the target may be dialled; empty for
 *     public addresses
 * @param messages whether each message of the WebSocket that the request opens must be judged, or reported on
 * @param maxBodyBytes if above 0, the request must be judged again with its body before any of it is sent, and a longer
 *     body is refused
 */
public record Obligations(
        boolean intercept,
        Set<String> credentials,
        @Nullable String rate,
        Set<String> redact,
        List<String> addresses,
        MessageReading messages,
        int maxBodyBytes) {
    public static final Obligations NONE = new Obligations(false, Set.of(), null, Set.of());

    public Obligations {
        credentials = Set.copyOf(credentials);
        redact = Set.copyOf(redact);
        addresses = List.copyOf(addresses);
    }

    /** Obligations of which none concerns messages or the body. */
    public Obligations(
            boolean intercept,
            Set<String> credentials,
            @Nullable String rate,
            Set<String> redact,
            List<String> addresses) {
        this(intercept, credentials, rate, redact, addresses, MessageReading.UNREAD, 0);
    }

    /** Obligations without address blocks. */
    public Obligations(boolean intercept, Set<String> credentials, @Nullable String rate, Set<String> redact) {
        this(intercept, credentials, rate, redact, List.of());
    }

    /** Returns a copy that requires interception. */
    public Obligations intercepting() {
        return intercept ? this : new Obligations(true, credentials, rate, redact, addresses, messages, maxBodyBytes);
    }

    /** Returns a copy with other credentials. */
    public Obligations withCredentials(Set<String> others) {
        return new Obligations(intercept, others, rate, redact, addresses, messages, maxBodyBytes);
    }

    /** Returns a copy in which messages are read at least so. */
    public Obligations reading(MessageReading least) {
        MessageReading tighter = messages.and(least);
        return tighter == messages
                ? this
                : new Obligations(intercept, credentials, rate, redact, addresses, tighter, maxBodyBytes);
    }

    /** Returns the rates, joined by {@code +}, that {@code others} do not name; null where there is none. */
    public @Nullable String ratesBeside(Obligations others) {
        if (rate == null || others.rate == null) {
            return rate;
        }
        List<String> known = List.of(others.rate.split("\\+"));
        List<String> more = Stream.of(rate.split("\\+"))
                .filter(name -> !known.contains(name))
                .toList();
        return more.isEmpty() ? null : String.join("+", more);
    }

    /** Returns whether the request must be judged again with its body. */
    public boolean body() {
        return maxBodyBytes > 0;
    }

    /** Returns a copy that requires that the body is judged, whatever its length if it has no limit yet. */
    public Obligations judgingBody() {
        return body() ? this : judgingBody(Integer.MAX_VALUE);
    }

    /** Returns a copy that requires that the body is judged, of at most {@code maxBytes}, above 0. */
    public Obligations judgingBody(int maxBytes) {
        return new Obligations(intercept, credentials, rate, redact, addresses, messages, maxBytes);
    }
}
