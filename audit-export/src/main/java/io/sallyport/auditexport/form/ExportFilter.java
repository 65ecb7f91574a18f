package io.sallyport.auditexport.form;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which records are exported. Null matches any.
 *
 * @param since the first time
 * @param until the first time after the last
 */
public record ExportFilter(
        @Nullable String sandbox,
        @Nullable String run,
        @Nullable String kind,
        @Nullable String verdict,
        @Nullable String reason,
        @Nullable String host,
        @Nullable Instant since,
        @Nullable Instant until) {
    /** Leaves nothing out. */
    public static final ExportFilter ALL = new ExportFilter(null, null, null, null, null, null, null, null);

    /** Returns whether a line of the log is exported; what is no record only if nothing is left out. */
    public boolean matches(byte[] line) {
        if (equals(ALL)) {
            return true;
        }
        LoggedRecord record = LoggedRecord.parse(line);
        return record != null && matches(record);
    }

    private boolean matches(LoggedRecord record) {
        return is(record, "sandbox", sandbox)
                && is(record, "run", run)
                && is(record, "kind", kind)
                && is(record, "verdict", verdict)
                && is(record, "reason", reason)
                && is(record, "host", host)
                && (since == null || !record.time().isBefore(since))
                && (until == null || record.time().isBefore(until));
    }

    private static boolean is(LoggedRecord record, String name, @Nullable String wanted) {
        return wanted == null || record.is(name, wanted);
    }
}
