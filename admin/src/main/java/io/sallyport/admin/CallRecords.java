package io.sallyport.admin;

import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.admin.answer.Settled;
import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.ChangeKind;
import io.sallyport.audit.RequestPart;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.web.WebRequest;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes a record of each change, whether made or refused, and of each refusal at the front door. Safe for concurrent
 * use.
 */
final class CallRecords {
    private final AuditLog audit;
    private final InstantSource wall;
    private final LongSupplier nanoClock;

    CallRecords(AuditLog audit, InstantSource wall, LongSupplier nanoClock) {
        this.audit = audit;
        this.wall = wall;
        this.nanoClock = nanoClock;
    }

    boolean isAccepting() {
        return audit.isAccepting();
    }

    /**
     * Returns the answer of {@code settled} once its record is written or has failed: the change is already made either
     * way.
     */
    CompletionStage<OwnReply.Whole> of(Call call, Settled settled) {
        Route route = call.route();
        ChangeKind kind = switch (route) {
            case PUT_SANDBOX,
                    ROLL_BACK_SANDBOX,
                    PUT_CANDIDATE,
                    REMOVE_CANDIDATE,
                    PROMOTE_CANDIDATE,
                    BEGIN_REPORT_MODE,
                    END_REPORT_MODE,
                    PUT_LEASE,
                    PUT_WORKSPACE,
                    DELETE_WORKSPACE,
                    PUT_GUARDRAILS,
                    ROLL_BACK_GUARDRAILS,
                    REMOVE_GUARDRAILS,
                    PROMOTE_GUARDRAILS,
                    APPROVE,
                    REMOVE_APPROVAL,
                    PUT_SKILLS -> ChangeKind.POLICY;
            default -> ChangeKind.ADMIN;
        };
        String sandbox = call.id() == null ? null : call.id().text();
        return written(record(kind, sandbox, call.caller(), call.asked(), settled), call.asked(), settled);
    }

    /** Returns the answer to a call refused at the front door; {@code caller} is null if unknown. */
    CompletionStage<OwnReply.Whole> atDoor(Settled refused, @Nullable Caller caller, WebRequest asked) {
        return written(record(ChangeKind.ADMIN, null, caller, asked, refused), asked, refused);
    }

    private CompletionStage<OwnReply.Whole> written(AuditEvent record, WebRequest asked, Settled settled) {
        var told = new CompletableFuture<OwnReply.Whole>();
        audit.append(record, asked.loop(), _ -> told.complete(settled.answer()));
        return told;
    }

    private AuditEvent record(
            ChangeKind kind, @Nullable String sandbox, @Nullable Caller caller, WebRequest asked, Settled settled) {
        return AuditEvent.begin(audit.nextId(), wall.millis())
                .sandbox(sandbox, null, settled.generation())
                .rule(caller == null ? null : "role:" + caller.role().word())
                .took(TimeUnit.NANOSECONDS.toMicros(nanoClock.getAsLong() - asked.startNanos()))
                .detail(detail(caller, asked, settled))
                .change(
                        kind,
                        RequestPart.call(asked.method(), asked.path()),
                        settled.reason(),
                        settled.answer().status());
    }

    private static String detail(@Nullable Caller caller, WebRequest asked, Settled settled) {
        String address = "from " + asked.peer().getAddress().getHostAddress();
        String from = caller == null ? address : caller.recorded() + " " + address;
        return settled.detail() == null ? from : from + ": " + settled.detail();
    }
}
