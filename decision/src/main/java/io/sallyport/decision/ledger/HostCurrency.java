package io.sallyport.decision.ledger;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import org.jspecify.annotations.Nullable;

/**
 * A currency that counts for some hosts alone, such as {@code requests@*.example.com}: the ceiling of a lease for them.
 * No {@code cost.budget} can name one, as the sign shows. Immutable.
 *
 * @param measure {@link Account#REQUESTS} or {@link Account#BYTES}
 * @param hosts a name with all below it, or one host
 */
public record HostCurrency(String measure, HostPattern hosts) {
    private static final char SIGN = '@';
    private static final String BELOW = "*.";

    /** Returns the currency of that name, or null if it counts for all hosts. */
    public static @Nullable HostCurrency of(String currency) {
        int sign = currency.indexOf(SIGN);
        if (sign < 0) {
            return null;
        }
        String hosts = currency.substring(sign + 1);
        return new HostCurrency(
                currency.substring(0, sign),
                hosts.startsWith(BELOW)
                        ? new HostPattern.Under(hosts.substring(BELOW.length()))
                        : new HostPattern.Exact(hosts));
    }

    /**
     * Returns the name of a currency.
     *
     * @param hosts a canonical host, with {@code *.} before it for all names below it
     */
    public static String name(String measure, String hosts) {
        return measure + SIGN + hosts;
    }

    /** Returns whether it counts {@code host}; nothing is counted where there is none. */
    boolean counts(@Nullable CanonicalHost host) {
        return host != null && hosts.covers(host);
    }
}
