package io.sallyport.audit;

import org.jspecify.annotations.Nullable;

/**
 * Selects lines that have every value given here; null matches anything.
 *
 * @param since matches this time and later ones; RFC 3339 in UTC with three decimals, as in the lines
 */
public record AuditFilter(
        @Nullable String sandbox,
        @Nullable String kind,
        @Nullable String verdict,
        @Nullable String reason,
        @Nullable String host,
        @Nullable String since,
        @Nullable String skill) {
    public static final AuditFilter ALL = new AuditFilter(null, null, null, null, null, null);

    /** Creates a filter that matches any skill, or none. */
    public AuditFilter(
            @Nullable String sandbox,
            @Nullable String kind,
            @Nullable String verdict,
            @Nullable String reason,
            @Nullable String host,
            @Nullable String since) {
        this(sandbox, kind, verdict, reason, host, since, null);
    }

    boolean matches(AuditLine line) {
        return is(sandbox, line.field("sandbox"))
                && is(kind, line.field("kind"))
                && is(verdict, line.field("verdict"))
                && is(reason, line.field("reason"))
                && is(host, line.field("host"))
                && is(skill, line.field("skill_id"))
                && isSince(line.field("time"));
    }

    private static boolean is(@Nullable String wanted, @Nullable String found) {
        return wanted == null || wanted.equals(found);
    }

    private boolean isSince(@Nullable String time) {
        return since == null || (time != null && time.compareTo(since) >= 0);
    }
}
