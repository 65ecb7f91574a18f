package io.sallyport.admin;

import io.sallyport.admin.answer.Problem;
import io.sallyport.audit.AuditFilter;
import io.sallyport.audit.AuditQueries;
import io.sallyport.audit.AuditQueries.Found;
import io.sallyport.audit.segment.VerifyingKey;
import io.sallyport.model.answer.OwnReply;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls about the audit log. Immutable. */
final class AuditCalls {
    private static final Logger LOG = LoggerFactory.getLogger(AuditCalls.class);
    private static final int DEFAULT_RECORDS = 100;
    private static final int MAX_RECORDS = 1_000;
    private static final DateTimeFormatter AS_IN_RECORDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private static final Problem UNSIGNED =
            Problem.of(404, "NOT_FOUND", "the segments of this audit log are not signed (audit.segments.sign)");

    private final AuditQueries history;

    AuditCalls(AuditQueries history) {
        this.history = history;
    }

    /** Reads a file, so it must run on a worker thread. */
    OwnReply.Whole query(Call call) {
        Integer limit = Numbers.between(call.parameter("limit"), DEFAULT_RECORDS, 1, MAX_RECORDS);
        if (limit == null) {
            return Numbers.refused("limit", 1, MAX_RECORDS).answer();
        }
        String since = since(call.parameter("since"));
        if (since == null && call.parameter("since") != null) {
            return Problem.of(400, "INVALID_PARAMETER", "since is no RFC 3339 time (expected: 2026-01-31T09:00:00Z)")
                    .answer();
        }
        try {
            return OwnReply.json(200, AnswerDocuments.audit(found(call, limit, since)));
        } catch (IOException e) {
            LOG.error("the audit log cannot be read", e);
            return Problem.of(503, "UNAVAILABLE", "the audit log cannot be read")
                    .answer();
        }
    }

    /** Returns the key that verifies the manifests of closed segments, in PEM. */
    OwnReply.Whole key() {
        VerifyingKey key = history.verifyingKey();
        return key == null ? UNSIGNED.answer() : OwnReply.text(200, "application/x-pem-file", key.pem());
    }

    private Found found(Call call, int limit, @Nullable String since) throws IOException {
        String auditId = call.parameter("audit_id");
        return auditId == null ? history.tail(limit, filter(call, since)) : history.find(auditId);
    }

    static AuditFilter filter(Call call, @Nullable String since) {
        return new AuditFilter(
                call.parameter("sandbox"),
                call.parameter("kind"),
                call.parameter("verdict"),
                call.parameter("reason"),
                call.parameter("host"),
                since,
                call.parameter("skill_id"));
    }

    private static @Nullable String since(@Nullable String text) {
        try {
            return text == null ? null : AS_IN_RECORDS.format(Instant.parse(text));
        } catch (DateTimeException _) {
            return null;
        }
    }
}
