package io.sallyport.admin;

import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.answer.Settled;
import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.EventBuilder;
import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.Sandboxes;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.decision.guard.QuestionBatch;
import io.sallyport.decision.ledger.Supply;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.model.answer.Ruling;
import io.sallyport.model.answer.RulingJson;
import io.sallyport.web.Reply;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The decision API as runners call it. Each question's record is written before the answer. */
final class CheckCalls {
    private final Sandboxes sandboxes;
    private final GuardDesk desk;
    private final AuditLog audit;
    private final CallRecords records;

    CheckCalls(AdminParts parts, CallRecords records) {
        this.sandboxes = parts.sandboxes();
        this.desk = parts.desk();
        this.audit = parts.audit();
        this.records = records;
    }

    Reply check(Call call) {
        Sandbox sandbox = sandboxes.find(call.requireId());
        if (sandbox == null) {
            return Reply.now(Problem.missing("sandbox").answer());
        }
        if (!audit.isAccepting()) {
            return Reply.now(unrecorded());
        }
        return switch (desk.read(sandbox, IdentityKind.RUNNER, bytes(call.body()))) {
            case GuardDesk.Unreadable(String why) -> unreadable(call, why);
            case QuestionBatch sitting -> new Reply.One(supplied(sandbox).thenCompose(_ -> answered(call, sitting)));
        };
    }

    /** Answers in OPA's REST form, where a refusal is an ordinary result. */
    Reply decide(Call call) {
        if (!audit.isAccepting()) {
            return Reply.now(unrecorded());
        }
        return switch (desk.rule(sandboxes, bytes(call.body()))) {
            case GuardDesk.Unreadable(String why) -> unreadable(call, why);
            case GuardDesk.Unknown() -> Reply.now(Problem.missing("sandbox").answer());
            case GuardDesk.Ruled(Ruling ruling) ->
                new Reply.One(appended(call, EventBuilder.question(ruling, asker(call), audit.namesQueries()))
                        .thenApply(inSink -> inSink
                                ? OwnReply.json(200, new String(RulingJson.contract(ruling), StandardCharsets.UTF_8))
                                : unrecorded()));
        };
    }

    private Reply unreadable(Call call, String why) {
        Problem problem = Problem.of(400, "INVALID_REQUEST", why);
        return new Reply.One(records.of(call, Settled.refused(problem, ReasonCode.MALFORMED_REQUEST)));
    }

    /** Told at once, or once a use has come from the store that several gateways share. */
    private static CompletionStage<Supply> supplied(Sandbox sandbox) {
        CompletionStage<Supply> missing = sandbox.admission().account().awaitUse(null);
        return missing == null ? CompletableFuture.completedStage(Supply.HELD) : missing;
    }

    private CompletionStage<OwnReply.Whole> answered(Call call, QuestionBatch sitting) {
        List<CompletableFuture<Boolean>> written = new ArrayList<>();
        while (!sitting.isOver()) {
            written.add(appended(call, EventBuilder.question(sitting.next(), asker(call), audit.namesQueries())));
        }
        return CompletableFuture.allOf(written.toArray(CompletableFuture<?>[]::new))
                .thenApply(_ -> written.stream().allMatch(CompletableFuture::join) ? whole(sitting) : unrecorded());
    }

    private static OwnReply.Whole whole(QuestionBatch sitting) {
        OwnReply.Whole answer = OwnReply.json(sitting.status(), new String(sitting.json(), StandardCharsets.UTF_8));
        long retryAfter = sitting.retryAfterSeconds();
        return retryAfter > 0 ? answer.with("Retry-After", Long.toString(retryAfter)) : answer;
    }

    private CompletableFuture<Boolean> appended(Call call, AuditEvent record) {
        var written = new CompletableFuture<Boolean>();
        audit.append(record, call.asked().loop(), written::complete);
        return written;
    }

    private static String asker(Call call) {
        return call.caller() == null
                ? "asked by nobody"
                : "asked with token " + call.caller().name();
    }

    private static OwnReply.Whole unrecorded() {
        return Problem.of(503, "INTERNAL_ERROR", "the audit log cannot be written")
                .with("Retry-After", "1")
                .answer();
    }

    private static byte[] bytes(ByteBuffer body) {
        byte[] bytes = new byte[body.remaining()];
        body.duplicate().get(bytes);
        return bytes;
    }
}
