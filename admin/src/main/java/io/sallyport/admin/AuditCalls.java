package io.sallyport.admin;

import io.sallyport.admin.answer.Problem;
import io.sallyport.audit.AuditFilter;
import io.sallyport.audit.AuditLine;
import io.sallyport.audit.AuditQueries;
import io.sallyport.audit.AuditQueries.Found;
import io.sallyport.audit.segment.VerifyingKey;
import io.sallyport.auditstore.AuditStore;
import io.sallyport.auditstore.StoreState;
import io.sallyport.auditstore.query.AuditGroups;
import io.sallyport.auditstore.query.AuditPage;
import io.sallyport.auditstore.query.AuditQuery;
import io.sallyport.auditstore.query.GroupKey;
import io.sallyport.auditstore.query.QueryParameters;
import io.sallyport.model.answer.OwnReply;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls about the audit log. Immutable. */
final class AuditCalls {
    private static final Logger LOG = LoggerFactory.getLogger(AuditCalls.class);
    private static final int DEFAULT_RECORDS = 100;
    private static final int MAX_RECORDS = 1_000;
    /** The records of one id, or those counted ones that may include it. */
    private static final int MAX_FOUND = 100;

    private static final DateTimeFormatter AS_IN_RECORDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    /** What the log itself answers, reading backwards from its end. */
    private static final Set<String> ASKED_OF_LOG =
            Set.of("audit_id", "limit", "sandbox", "kind", "verdict", "reason", "host", "skill_id", "since");

    static final Problem NO_CURSOR = Problem.of(400, "INVALID_PARAMETER", "cursor is none that an answer had as next");

    private static final Problem UNSIGNED =
            Problem.of(404, "NOT_FOUND", "the segments of this audit log are not signed (audit.segments.sign)");

    private final AuditQueries history;
    private final @Nullable AuditStore store;

    AuditCalls(AuditQueries history, @Nullable AuditStore store) {
        this.history = history;
        this.store = store;
    }

    /** Reads a file, so it must run on a worker thread. */
    OwnReply.Whole query(Call call) {
        Integer limit = Numbers.between(call.parameter("limit"), DEFAULT_RECORDS, 1, MAX_RECORDS);
        if (limit == null) {
            return Numbers.refused("limit", 1, MAX_RECORDS).answer();
        }
        long before = before(call.parameter("cursor"));
        if (before < 0) {
            return NO_CURSOR.answer();
        }
        try {
            return switch (QueryParameters.read(call.parameters())) {
                case QueryParameters.Rejected(String why) ->
                    Problem.of(400, "INVALID_PARAMETER", why).answer();
                case QueryParameters.Accepted(AuditQuery query, List<GroupKey> keys) ->
                    answer(call, query, keys, limit, before);
            };
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

    private OwnReply.Whole answer(Call call, AuditQuery query, List<GroupKey> keys, int limit, long before)
            throws IOException {
        boolean isOfLog = ASKED_OF_LOG.containsAll(call.parameters().keySet()) && query.hostSuffix() == null;
        AuditStore asked = store;
        if (isOfLog && (asked == null || !asked.state().isComplete())) {
            return ofLog(call, limit);
        }
        if (asked == null || !asked.state().isOpen()) {
            return Problem.of(503, "UNAVAILABLE", "this question needs the audit store, which is off or not open")
                    .answer();
        }
        String auditId = call.parameter("audit_id");
        if (!keys.isEmpty() && auditId == null) {
            AuditGroups counted = asked.count(query, keys, limit);
            StoreState state = asked.state();
            boolean isComplete = counted.isSearched() && state.isComplete();
            return OwnReply.json(200, AuditDocuments.groups(counted, keys, isComplete, state.upTo()));
        }
        AuditPage page = auditId == null ? asked.query(query, limit, before) : asked.find(auditId, MAX_FOUND);
        StoreState state = asked.state();
        boolean isComplete = page.isSearched() && state.isComplete();
        return OwnReply.json(200, AuditDocuments.records(page.lines(), isComplete, page.next(), state.upTo()));
    }

    private OwnReply.Whole ofLog(Call call, int limit) throws IOException {
        String auditId = call.parameter("audit_id");
        Found found = auditId == null
                ? history.tail(limit, filter(call, since(call.parameter("since"))))
                : history.find(auditId);
        List<String> lines = found.lines().stream().map(AuditLine::text).toList();
        return OwnReply.json(200, AuditDocuments.records(lines, found.complete(), null, null));
    }

    /** Returns a negative number for what is no cursor. */
    static long before(@Nullable String cursor) {
        if (cursor == null) {
            return AuditPage.NEWEST;
        }
        return cursor.matches("[1-9][0-9]{0,17}") ? Long.parseLong(cursor) : -1;
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

    /** Returns a time as it stands in records. */
    static String asInRecords(Instant time) {
        return AS_IN_RECORDS.format(time);
    }

    private static @Nullable String since(@Nullable String text) {
        try {
            return text == null ? null : asInRecords(Instant.parse(text));
        } catch (DateTimeException _) {
            return null;
        }
    }
}
