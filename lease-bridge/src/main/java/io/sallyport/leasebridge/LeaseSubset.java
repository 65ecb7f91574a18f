package io.sallyport.leasebridge;

import io.sallyport.model.Port;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether a lease may be given to a child of another's holder (specs: leases, section 4). What is not proven is refused;
 * what the child leaves out conforms, since limits inherit.
 */
public final class LeaseSubset {
    private LeaseSubset() {}

    /** The first thing of the child that goes beyond its parent, as {@code net.fetch: https://h/**}, or null. */
    public static @Nullable String violation(Lease child, Lease parent) {
        return violation(child, parent, parent.budget());
    }

    /**
     * The same with what is left of the parent's budget now.
     *
     * @param remaining currency to remainder; null where the parent has no budget
     */
    public static @Nullable String violation(Lease child, Lease parent, @Nullable Map<String, BigDecimal> remaining) {
        for (Map.Entry<String, List<LeasePattern>> entry : child.capabilities().entrySet()) {
            List<LeasePattern> outer = parent.capabilities().get(entry.getKey());
            for (LeasePattern inner : entry.getValue()) {
                if (outer == null || outer.stream().noneMatch(pattern -> covers(entry.getKey(), pattern, inner))) {
                    return entry.getKey() + ": " + inner.text();
                }
            }
            if (outer == null) {
                return entry.getKey();
            }
        }
        String currency = overspent(child.budget(), remaining);
        if (currency != null) {
            return "cost.budget: " + currency;
        }
        return outlives(child.expiresAt(), parent.expiresAt()) ? "expires_at: " + child.expiresAt() : null;
    }

    private static @Nullable String overspent(
            @Nullable Map<String, BigDecimal> wanted, @Nullable Map<String, BigDecimal> remaining) {
        for (Map.Entry<String, BigDecimal> entry :
                (wanted == null ? Map.<String, BigDecimal>of() : wanted).entrySet()) {
            BigDecimal left = remaining == null ? null : remaining.get(entry.getKey());
            if (left == null || left.signum() < 0 || entry.getValue().compareTo(left) > 0) {
                return entry.getKey();
            }
        }
        return null;
    }

    private static boolean outlives(@Nullable Instant child, @Nullable Instant parent) {
        return child != null && parent != null && child.isAfter(parent);
    }

    private static boolean covers(String name, LeasePattern outer, LeasePattern inner) {
        Capability capability = Capability.of(name);
        boolean isPath = capability == Capability.URL || capability == Capability.FILE;
        if (isPath && hasDotSegment(inner.text())) {
            return false;
        }
        return switch (outer) {
            case LeasePattern.Url(var outerUrl) ->
                inner instanceof LeasePattern.Url(var innerUrl) && covers(outerUrl, innerUrl);
            case LeasePattern.Named outerName ->
                inner instanceof LeasePattern.Named innerName
                        && Containment.covers(
                                outerName.glob().automaton(),
                                innerName.glob().automaton(),
                                isPath ? CanonicalForm.FILE_PATH : CanonicalForm.NAME);
        };
    }

    /** A child's pattern is refused rather than folded: its author may have read it in another way. */
    private static boolean hasDotSegment(String text) {
        String path = text.split("\\?", 2)[0];
        return List.of(path.split("/", -1)).stream().anyMatch(segment -> segment.equals(".") || segment.equals(".."));
    }

    private static boolean covers(UrlPattern outer, UrlPattern inner) {
        return inner.parts().stream().allMatch(part -> outer.parts().stream().anyMatch(whole -> covers(whole, part)));
    }

    private static boolean covers(UrlPattern.Part outer, UrlPattern.Part inner) {
        return outer.scheme() == inner.scheme()
                && (outer.port() == Port.NONE || outer.port() == inner.port())
                && (outer.query() == null || Queries.same(outer.query(), inner.query()))
                && Containment.covers(Hosts.automaton(outer.host()), Hosts.automaton(inner.host()), CanonicalForm.HOST)
                && Containment.covers(outer.path().automaton(), inner.path().automaton(), CanonicalForm.URL_PATH);
    }
}
