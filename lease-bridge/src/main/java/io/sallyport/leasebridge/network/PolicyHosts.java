package io.sallyport.leasebridge.network;

import io.sallyport.documents.Findings;
import io.sallyport.leasebridge.PublicSuffixes;
import io.sallyport.leasebridge.network.glob.HostWildcards;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.text.Parsed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the host of an endpoint of a network policy, unlike in leases by {@link HostWildcards}, under which nobody else
 * can register a name.
 */
final class PolicyHosts {
    /** A skill's manifest has {@code over_public_suffix}; the schema of policies has no such field. */
    static final String NO_ACKNOWLEDGEMENT =
            "name the exact hosts: a network policy has no word that says such a wildcard is meant";

    private PolicyHosts() {}

    /** Host patterns, or the reason why there are none. */
    sealed interface Reading {}

    /**
     * What a host stands for.
     *
     * @param patterns one for each alternative
     * @param literal the only host that it covers, or null if it has a wildcard
     */
    record Accepted(List<HostPattern> patterns, @Nullable CanonicalHost literal) implements Reading {
        Accepted {
            patterns = List.copyOf(patterns);
        }
    }

    /**
     * A refusal.
     *
     * @param at the index of the first offending char
     */
    record Rejected(String why, int at) implements Reading {}

    /** Patterns of which one has a wildcard under which everybody can register a name. */
    record Broad(List<HostPattern> patterns) implements Reading {
        Broad {
            patterns = List.copyOf(patterns);
        }

        /** Returns why a host is refused, as written. */
        static String why(String written) {
            return Findings.quote(written) + ": everybody can register a name under it";
        }
    }

    /** No host of a request is like this, but the dialect lets it stand. */
    record Never(String why, int at) implements Reading {}

    static Reading read(String written, PolicyDialect dialect) {
        return written.indexOf('*') < 0 ? literal(written, dialect) : withWildcards(written, dialect);
    }

    private static Reading withWildcards(String written, PolicyDialect dialect) {
        boolean broad = dialect.has(PolicySwitch.BROAD_HOSTS);
        return switch (HostWildcards.read(written)) {
            case Parsed.Rejected<List<HostPattern>>(String why, int at) -> new Rejected(why, at);
            case Parsed.Accepted<List<HostPattern>>(List<HostPattern> patterns)
            when !broad && patterns.stream().anyMatch(PublicSuffixes::isBelow) -> new Broad(patterns);
            case Parsed.Accepted<List<HostPattern>>(List<HostPattern> patterns) -> new Accepted(patterns, null);
        };
    }

    private static Reading literal(String written, PolicyDialect dialect) {
        return switch (CanonicalHost.parseDocument(written)) {
            case Parsed.Accepted(var host) -> new Accepted(List.of(new HostPattern.Exact(host.text())), host);
            case Parsed.Rejected(var why, int at)
            when dialect.has(PolicySwitch.INERT_DENY) && isLiteral(written) -> new Never(why, at);
            case Parsed.Rejected(var why, int at) -> new Rejected(why, at);
        };
    }

    private static boolean isLiteral(String written) {
        return !written.isEmpty() && written.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    }
}
