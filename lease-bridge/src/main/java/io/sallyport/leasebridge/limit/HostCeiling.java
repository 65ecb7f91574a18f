package io.sallyport.leasebridge.limit;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.text.Parsed;
import org.jspecify.annotations.Nullable;

/**
 * How much of a lease may go to some hosts, all of them together. Immutable.
 *
 * @param hosts {@link HostPattern.Exact}, or {@link HostPattern.Under} for all names below one
 * @param maxRequests from 1 to {@link #MAX_REQUESTS}, or null for no limit
 * @param maxBytes in both directions, from 1 to {@link #MAX_BYTES}, or null for no limit
 */
public record HostCeiling(
        HostPattern hosts,
        @Nullable Long maxRequests,
        @Nullable Long maxBytes) {
    /** Ceilings in one lease. */
    public static final int MAX_CEILINGS = 32;

    static final long MAX_REQUESTS = 999_999_999;
    static final long MAX_BYTES = 999_999_999_999_999L;

    private static final String BELOW = "*.";

    /** Returns the hosts in canonical form: {@code api.example.com}, or {@code *.example.com}. */
    public String name() {
        return (hosts instanceof HostPattern.Under ? BELOW : "") + host();
    }

    /** Returns hosts and limits, such as {@code *.example.com max_requests 5 max_bytes -}. */
    public String text() {
        return name() + " max_requests " + written(maxRequests) + " max_bytes " + written(maxBytes);
    }

    private static String written(@Nullable Long limit) {
        return limit == null ? "-" : limit.toString();
    }

    /** Returns whether every host of {@code other} is one of these. */
    public boolean covers(HostCeiling other) {
        return hosts.equals(other.hosts)
                || (hosts instanceof HostPattern.Under(String suffix)
                        && other.host().endsWith("." + suffix));
    }

    /** Returns the host, or the name that they are below. */
    private String host() {
        return switch (hosts) {
            case HostPattern.Exact(String host) -> host;
            case HostPattern.Under(String suffix) -> suffix;
            case HostPattern.Any _, HostPattern.OneUnder _, HostPattern.Labels _ ->
                throw new IllegalStateException("a ceiling has no such hosts: " + hosts);
        };
    }

    /** Reads a host, or a name with one or two stars before it, which stand for all names below it. */
    static Parsed<HostPattern> read(String written) {
        int name = written.startsWith(BELOW) ? 2 : written.startsWith("*" + BELOW) ? 3 : 0;
        return switch (CanonicalHost.parseDocument(written.substring(name))) {
            case Parsed.Rejected<CanonicalHost>(String why, int at) -> new Parsed.Rejected<>(why, name + at);
            case Parsed.Accepted<CanonicalHost>(CanonicalHost host) -> below(host, name);
        };
    }

    private static Parsed<HostPattern> below(CanonicalHost host, int name) {
        if (name == 0) {
            return new Parsed.Accepted<>(new HostPattern.Exact(host.text()));
        }
        return host.isAddress()
                ? new Parsed.Rejected<>("no name is below an address", name)
                : new Parsed.Accepted<>(new HostPattern.Under(host.text()));
    }
}
