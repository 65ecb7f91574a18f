package io.sallyport.admin;

import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.AuditRecord;
import io.sallyport.model.Mode;
import io.sallyport.model.ReasonCode;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Leaves a record of each change, of each that was refused, and of each refusal at the door. Safe for concurrent use. */
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

    /** The answer of {@code settled}, once its record was taken or could not be: what has changed has changed. */
    CompletionStage<Answer> of(Call call, Settled settled) {
        String sandbox = call.id() == null ? null : call.id().text();
        return written(
                record(
                        kind(call.route()),
                        sandbox,
                        settled.generation(),
                        settled.reason(),
                        call.caller(),
                        settled.answer().status(),
                        call.route().method(),
                        call.target().path(),
                        call.peer(),
                        settled.detail(),
                        call.startNanos()),
                call.loop(),
                settled.answer());
    }

    /** The answer to who was refused at the door. */
    CompletionStage<Answer> refused(
            Problem problem,
            ReasonCode reason,
            @Nullable Caller caller,
            String method,
            String path,
            InetSocketAddress peer,
            long startNanos,
            Executor loop) {
        AuditRecord record = record(
                "admin", null, -1, reason, caller, problem.status(), method, path, peer, problem.code(), startNanos);
        return written(record, loop, problem.answer());
    }

    /** What puts documents in force is of kind {@code policy}. */
    private static String kind(Route route) {
        return route == Route.PUT_SANDBOX || route == Route.PUT_GUARDRAILS ? "policy" : "admin";
    }

    private CompletionStage<Answer> written(AuditRecord record, Executor loop, Answer answer) {
        var told = new CompletableFuture<Answer>();
        audit.append(record, loop, _ -> told.complete(answer));
        return told;
    }

    private AuditRecord record(
            String kind,
            @Nullable String sandbox,
            long generation,
            ReasonCode reason,
            @Nullable Caller caller,
            int status,
            String method,
            String path,
            InetSocketAddress peer,
            @Nullable String detail,
            long startNanos) {
        String from = (caller == null ? "" : "token " + caller.name() + " ") + "from "
                + peer.getAddress().getHostAddress();
        return new AuditRecord(
                audit.nextId(),
                wall.millis(),
                kind,
                sandbox,
                null,
                generation,
                reason,
                caller == null ? null : "role:" + caller.role().word(),
                status,
                Mode.ENFORCE,
                false,
                null,
                null,
                0,
                method,
                path,
                null,
                null,
                null,
                -1,
                -1,
                (nanoClock.getAsLong() - startNanos) / 1_000,
                detail == null ? from : from + ": " + detail);
    }
}
