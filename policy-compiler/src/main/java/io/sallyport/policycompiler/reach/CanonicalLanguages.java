package io.sallyport.policycompiler.reach;

import io.sallyport.regoengine.builtin.pattern.automaton.Language;
import io.sallyport.regoengine.builtin.pattern.automaton.StateBudget;
import java.util.Objects;

/**
 * What a canonical host and path can look like. Lengths, A-labels and UTF-8 are left out, so that there may be texts
 * that are none: each sample is parsed before it counts.
 */
final class CanonicalLanguages {
    private static final StateBudget BUDGET = new StateBudget(1_000_000);

    private static final String LABEL = "[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?";
    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

    /** A last label that resolvers take for a part of an address. */
    private static final Language NUMBERED = of("^(?:.*\\.)?(?:[0-9]+|0x[0-9a-f]*)$");

    private static final Language IPV4 = of("^" + OCTET + "\\." + OCTET + "\\." + OCTET + "\\." + OCTET + "$");
    private static final Language IPV6 = of("^[0-9a-f:.]*:[0-9a-f:.]*$");
    private static final String OCTETS = "(?:[A-Za-z0-9._~!$&'()*+,:=@-]|%[2-9A-F][0-9A-F])+";
    private static final Language DOT_SEGMENTS = of("^(?:.*/)?\\.\\.?(?:/.*)?$");

    /** Names, without addresses. */
    static final Language NAMES = of("^" + LABEL + "(?:\\." + LABEL + ")*$").without(NUMBERED, BUDGET);

    /** Names and addresses. */
    static final Language HOSTS = NAMES.or(IPV4, BUDGET).or(IPV6, BUDGET);

    /** The names of API servers. */
    static final Language API_SERVERS = of("^" + LABEL + "\\.api\\.internal$");

    /** Names below the one that is kept for examples (RFC 2606, section 3). */
    static final Language EXAMPLES = of("^(?:" + LABEL + "\\.)*example\\.com$");

    static final Language PATHS =
            of("^/(?:" + OCTETS + "(?:/" + OCTETS + ")*/?)?$").without(DOT_SEGMENTS, BUDGET);

    private CanonicalLanguages() {}

    private static Language of(String re2) {
        return Objects.requireNonNull(Language.ofExpression(re2, BUDGET), re2);
    }
}
