package io.sallyport.leasebridge;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Findings;
import io.sallyport.documents.NearestName;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.LeaseText.Constraints;
import io.sallyport.leasebridge.LeaseText.Listed;
import io.sallyport.leasebridge.limit.HostCeilings;
import io.sallyport.leasebridge.limit.LeaseLimits;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.text.Parsed;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Validates a lease as written: every name, limit and pattern (specs: leases, sections 1, 3, 5, 7). */
record LeaseShape(Findings findings) {
    /** The capabilities of a lease, besides those of vendors. */
    private static final List<String> NAMES =
            List.of("fs.read", "fs.write", "net.fetch", "tool.call", "agent.delegate", "model.use", "cost.budget");

    static final int MAX_PATTERNS = 4_096;
    static final int MAX_PATTERNS_OF_ONE = 1_024;
    static final int MAX_PATTERN_BYTES = 4_096;
    static final int MAX_USES = 999_999_999;
    static final int MAX_WILDCARDS = 64; // runs of stars in one pattern

    /** Returns the lease; usable only if the findings contain no error. */
    Lease lease(LeaseText text, @Nullable Constraints constraints) {
        Map<String, List<LeasePattern>> capabilities = new LinkedHashMap<>();
        Map<String, BigDecimal> budget = null;
        checkTotal(text);
        for (Listed listed : text.capabilities()) {
            Capability capability = Capability.of(listed.name());
            if (capability == null) {
                unknown(listed);
            } else if (capability == Capability.BUDGET) {
                budget = budget(listed);
            } else {
                capabilities.put(listed.name(), patterns(capability, listed));
            }
        }
        return new Lease(capabilities, budget, constraints == null ? LeaseLimits.NONE : limits(constraints));
    }

    private LeaseLimits limits(Constraints constraints) {
        Scalar expiry = constraints.expiresAt();
        Scalar uses = constraints.maxUses();
        DocumentNode hosts = constraints.hosts();
        return new LeaseLimits(
                expiry == null ? null : expiry(expiry),
                uses == null ? null : uses(uses),
                hosts == null ? List.of() : new HostCeilings(findings).read(hosts));
    }

    private void unknown(Listed listed) {
        String spelling = LeaseJson.spelling(listed.name());
        String names = "the names are " + String.join(", ", NAMES) + " and x-vendor.VENDOR.CAPABILITY";
        String nearest = NearestName.help(listed.name(), NAMES);
        String help = spelling != null ? spelling + " beside lease" : nearest != null ? nearest : names;
        findings.error(
                listed.place(),
                DiagnosticCode.UNKNOWN_CAPABILITY,
                Findings.quote(listed.name()) + " is no capability",
                help);
    }

    private void checkTotal(LeaseText text) {
        int total = 0;
        for (Listed listed : text.capabilities()) {
            int count = listed.values().size();
            total += count;
            if (count > MAX_PATTERNS_OF_ONE) {
                String message = "%d patterns (at most %d for a capability)".formatted(count, MAX_PATTERNS_OF_ONE);
                findings.error(listed.place(), DiagnosticCode.TOO_MANY_PATTERNS, message, null);
            }
        }
        if (total > MAX_PATTERNS) {
            String message = "%d patterns (at most %d in a lease)".formatted(total, MAX_PATTERNS);
            findings.error(Place.START, DiagnosticCode.TOO_MANY_PATTERNS, message, null);
        }
    }

    private Map<String, BigDecimal> budget(Listed listed) {
        Map<String, BigDecimal> totals = new LinkedHashMap<>();
        for (Scalar written : listed.values()) {
            BudgetEntry entry = BudgetEntry.parse(written.text());
            if (entry == null) {
                String message = Findings.quote(written.text()) + " is no budget";
                findings.error(written.at(0), DiagnosticCode.BAD_BUDGET, message, "write CURRENCY:AMOUNT, as USD:2.00");
            } else {
                totals.merge(entry.currency(), entry.amount(), BigDecimal::add);
            }
        }
        return totals;
    }

    private List<LeasePattern> patterns(Capability capability, Listed listed) {
        List<LeasePattern> patterns = new ArrayList<>();
        for (Scalar written : listed.values()) {
            if (isBounded(written)) {
                switch (PatternReader.read(capability, written.text())) {
                    case Parsed.Rejected<LeasePattern>(var why, int at) -> bad(written, why, at);
                    case Parsed.Accepted<LeasePattern>(var pattern) -> {
                        patterns.add(pattern);
                        warn(written, pattern);
                    }
                }
            }
        }
        return patterns;
    }

    private boolean isBounded(Scalar written) {
        String text = written.text();
        if (text.isEmpty()) {
            findings.error(written.at(0), DiagnosticCode.EMPTY_PATTERN, "the pattern is empty", null);
        } else if (text.getBytes(StandardCharsets.UTF_8).length > MAX_PATTERN_BYTES) {
            String message = "the pattern is longer than " + MAX_PATTERN_BYTES + " bytes";
            findings.error(written.at(0), DiagnosticCode.PATTERN_TOO_LONG, message, null);
        } else if (wildcards(text) > MAX_WILDCARDS) {
            String message = "the pattern has more than " + MAX_WILDCARDS + " wildcards";
            findings.error(written.at(0), DiagnosticCode.TOO_MANY_WILDCARDS, message, null);
        } else if (text.chars().anyMatch(Character::isISOControl)) {
            String message = Findings.quote(text) + " holds a control character";
            findings.error(written.at(0), DiagnosticCode.CONTROL_CHARACTER, message, null);
        } else {
            return true;
        }
        return false;
    }

    static int wildcards(String text) {
        int runs = 0;
        for (int i = 0; i < text.length(); i++) {
            runs += text.charAt(i) == '*' && (i == 0 || text.charAt(i - 1) != '*') ? 1 : 0;
        }
        return runs;
    }

    private void bad(Scalar written, String why, int at) {
        String message = Findings.quote(written.text()) + ": " + why;
        findings.error(written.at(at), DiagnosticCode.BAD_PATTERN, message, null);
    }

    private void warn(Scalar written, LeasePattern pattern) {
        if (pattern instanceof LeasePattern.Url(var urls)) {
            if (urls.parts().stream().anyMatch(part -> part.scheme() == Scheme.S3)) {
                String message =
                        "nothing asks for s3 URLs yet, so " + Findings.quote(written.text()) + " has no effect";
                findings.warning(written.at(0), DiagnosticCode.NOT_ASKED_FOR, message, null);
            }
            if (urls.parts().isEmpty()) {
                String help = "** covers every http and https URL on its default port";
                findings.warning(written.at(0), DiagnosticCode.GRANTS_NOTHING, "\"*\" covers no URL", help);
            } else if (urls.parts().stream().anyMatch(part -> isBroad(part.host()))) {
                String message =
                        Findings.quote(written.text()) + " covers every host, or every host of a top-level domain";
                findings.warning(written.at(0), DiagnosticCode.BROAD_PATTERN, message, null);
            } else if (urls.parts().stream().anyMatch(part -> PublicSuffixes.isBelow(part.host()))) {
                String message = Findings.quote(written.text()) + " has a wildcard over a public suffix";
                String help = "everybody can register a name under it: name the hosts that are meant";
                findings.warning(written.at(0), DiagnosticCode.OVER_PUBLIC_SUFFIX, message, help);
            }
        }
    }

    private static boolean isBroad(HostPattern host) {
        return host instanceof HostPattern.Any
                || (host instanceof HostPattern.Under(var suffix) && suffix.indexOf('.') < 0);
    }

    private @Nullable Integer uses(Scalar written) {
        boolean isCount = !written.isString() && written.text().matches("[1-9][0-9]{0,8}");
        if (!isCount) {
            String message = "max_uses is " + Findings.quote(written.text());
            findings.error(written.at(0), DiagnosticCode.BAD_VALUE, message, "write a number from 1 to " + MAX_USES);
        }
        return isCount ? Integer.valueOf(written.text()) : null;
    }

    private @Nullable Instant expiry(Scalar written) {
        Instant instant = Expiry.parse(written.text());
        if (instant == null) {
            String message = Findings.quote(written.text()) + " is no instant";
            findings.error(written.at(0), DiagnosticCode.BAD_TIME, message, "write it in UTC, as 2030-01-01T00:00:00Z");
        }
        return instant;
    }
}
