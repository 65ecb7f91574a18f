package io.sallyport.audit;

import io.sallyport.model.Objection;
import org.jspecify.annotations.Nullable;

/** Estimates what a record holds in memory, in bytes: objects and fixed fields, and two bytes a character. */
final class RecordSize {
    private static final int FIXED_BYTES = 320;

    private RecordSize() {}

    static int of(AuditRecord record) {
        return FIXED_BYTES
                + of(record.auditId())
                + of(record.sandbox())
                + of(record.run())
                + of(record.rule())
                + of(record.request().host())
                + of(record.request().method())
                + of(record.request().path())
                + of(record.request().protocol())
                + of(record.request().address())
                + of(record.detail())
                + of(record.lease())
                + of(record.pattern())
                + record.objections().stream().mapToInt(RecordSize::of).sum()
                + of(record.guarded())
                + of(record.fetched());
    }

    private static int of(@Nullable FetchPart fetched) {
        return fetched == null
                ? 0
                : FIXED_BYTES
                        + of(fetched.url())
                        + of(fetched.allowedBy())
                        + fetched.findings().stream()
                                .mapToInt(finding -> FIXED_BYTES / 2 + of(finding.file()))
                                .sum();
    }

    private static int of(Objection objection) {
        return FIXED_BYTES + of(objection.target()) + of(objection.remaining());
    }

    private static int of(@Nullable QuestionPart guarded) {
        return guarded == null
                ? 0
                : FIXED_BYTES
                        + of(guarded.skill())
                        + of(guarded.skillVersion())
                        + of(guarded.skillDigest())
                        + of(guarded.command())
                        + of(guarded.target())
                        + guarded.allowlist().stream().mapToInt(RecordSize::of).sum();
    }

    private static int of(@Nullable String text) {
        return text == null ? 0 : 2 * text.length();
    }
}
