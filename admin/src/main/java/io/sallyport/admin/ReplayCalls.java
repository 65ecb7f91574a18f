package io.sallyport.admin;

import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.body.Read;
import io.sallyport.admin.body.SandboxBody;
import io.sallyport.audit.AuditFilter;
import io.sallyport.audit.AuditLine;
import io.sallyport.audit.AuditQueries;
import io.sallyport.auditstore.AuditStore;
import io.sallyport.auditstore.query.AuditPage;
import io.sallyport.auditstore.query.AuditQuery;
import io.sallyport.auditstore.query.RecordField;
import io.sallyport.control.calls.ReplayControl;
import io.sallyport.control.calls.ReplayControl.ReplayAnswer;
import io.sallyport.control.identity.IdentityIssuers;
import io.sallyport.control.replay.ReplayJson;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.OwnReply;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The call that asks documents about the recorded requests of a sandbox. Immutable. */
final class ReplayCalls {
    private static final Logger LOG = LoggerFactory.getLogger(ReplayCalls.class);
    private static final Duration DAY = Duration.ofDays(1);
    private static final int DEFAULT_RECORDS = 2_000;

    private final ReplayControl control;
    private final AuditQueries history;
    private final @Nullable AuditStore store;
    private final InstantSource wall;

    ReplayCalls(ReplayControl control, AuditQueries history, @Nullable AuditStore store, InstantSource wall) {
        this.control = control;
        this.history = history;
        this.store = store;
        this.wall = wall;
    }

    /**
     * Records of one page, the oldest first.
     *
     * @param next where the page of older ones begins, or null
     */
    private record Records(
            List<String> lines, boolean complete, @Nullable Long next) {}

    /** Reads a file, so it must run on a worker thread. */
    CompletionStage<OwnReply.Whole> replay(Call call) {
        int most = control.maxRecords();
        Integer limit = Numbers.between(call.parameter("limit"), Math.min(DEFAULT_RECORDS, most), 1, most);
        if (limit == null) {
            return now(Numbers.refused("limit", 1, most));
        }
        long before = AuditCalls.before(call.parameter("cursor"));
        if (before < 0) {
            return now(AuditCalls.NO_CURSOR);
        }
        return switch (SandboxBody.read(call.body(), IdentityIssuers.none())) {
            case Read.Bad<SandboxDocuments> bad -> now(bad.problem());
            case Read.Good<SandboxDocuments>(var documents) -> replay(call.requireId(), documents, limit, before);
        };
    }

    private CompletionStage<OwnReply.Whole> replay(SandboxId id, SandboxDocuments documents, int limit, long before) {
        try {
            Records records = records(id, wall.instant().minus(DAY), limit, before);
            return control.replay(id, documents, records.lines).thenApply(answer -> told(answer, records));
        } catch (IOException e) {
            LOG.error("the audit log cannot be read", e);
            return now(Problem.of(503, "UNAVAILABLE", "the audit log cannot be read"));
        }
    }

    /** Without a store, those at the end of the log, which has no pages. */
    private Records records(SandboxId id, Instant from, int limit, long before) throws IOException {
        if (store == null || !store.state().isOpen()) {
            var filter = new AuditFilter(id.text(), null, null, null, null, AuditCalls.asInRecords(from), null);
            AuditQueries.Found found = history.tail(limit, filter);
            List<String> lines = found.lines().stream().map(AuditLine::text).toList();
            return new Records(lines, found.complete() && lines.size() < limit, null);
        }
        var query = new AuditQuery(Map.of(RecordField.SANDBOX, id.text()), null, null, Map.of(), from, null);
        AuditPage page = store.query(query, limit, before);
        return new Records(page.lines(), page.isSearched() && store.state().isComplete(), page.next());
    }

    private static OwnReply.Whole told(ReplayAnswer answer, Records records) {
        return switch (answer) {
            case ReplayAnswer.Replayed(var report, long generation) ->
                OwnReply.json(
                        200, ReplayJson.page(report, generation, records.lines.size(), records.complete, records.next));
            case ReplayAnswer.Refused(var diagnostics) ->
                Problem.refused(diagnostics).answer();
            case ReplayAnswer.Unknown() -> Problem.missing("sandbox").answer();
            case ReplayAnswer.Unavailable(var why) -> Problem.later(why).answer();
        };
    }

    private static CompletionStage<OwnReply.Whole> now(Problem problem) {
        return CompletableFuture.completedStage(problem.answer());
    }
}
