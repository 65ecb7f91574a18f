package io.sallyport.apiservers.sandbox;

import io.sallyport.apiservers.ExitStatus;
import io.sallyport.apiservers.FailureCause;
import io.sallyport.apiservers.RunFolder;
import io.sallyport.apiservers.ServerFailure;
import io.sallyport.apiservers.ServerState;
import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.ChangeKind;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells what becomes of API servers: a {@code lifecycle} record of the audit for each change, and counts; what is wrong
 * is a line of the gateway's own log as well. Safe for concurrent use.
 */
final class ServerEvents {
    private static final Logger LOG = LoggerFactory.getLogger(ServerEvents.class);

    private final AuditLog audit;
    private final InstantSource clock;
    private final Map<FailureCause, LongAdder> failed = new EnumMap<>(FailureCause.class);
    private final LongAdder ended = new LongAdder();

    ServerEvents(AuditLog audit, InstantSource clock) {
        this.audit = audit;
        this.clock = clock;
        for (FailureCause why : FailureCause.values()) {
            failed.put(why, new LongAdder());
        }
    }

    /** A server stands elsewhere than before. */
    void changed(SandboxId sandbox, @Nullable String run, String server, ServerState state) {
        boolean bad = state instanceof ServerState.Failed;
        tell(sandbox, run, "api_server:" + server, said(state), bad);
    }

    private static String said(ServerState state) {
        return switch (state) {
            case ServerState.Starting _, ServerState.Healthy _, ServerState.Stopping _ -> state.word();
            case ServerState.Failed(FailureCause why, ExitStatus exit) ->
                "failed: " + why.word() + (exit == null ? "" : ", " + exit);
            case ServerState.Stopped(ExitStatus exit, boolean killed) ->
                "stopped, " + exit + (killed ? ", it had to be killed" : "");
        };
    }

    /** A run has failed; where there was no process to tell of, this does. */
    void failed(SandboxId sandbox, @Nullable String run, ServerFailure failure, boolean hadProcess) {
        LOG.error("sandbox {} has failed: {}; it said last: {}", sandbox, failure.message(), failure.lastLines());
        adder(failure.why()).increment();
        if (!hadProcess) {
            tell(
                    sandbox,
                    run,
                    "api_server:" + failure.server(),
                    "failed: " + failure.why().word(),
                    true);
        }
    }

    /** Something of an earlier gateway's ran still. */
    void orphan(SandboxId sandbox, String server, boolean isGone) {
        String how = isGone ? "ended" : "cannot be ended";
        LOG.warn("sandbox {}: API server {} was left behind by a gateway that was killed: {}", sandbox, server, how);
        tell(sandbox, null, "api_server:" + server, "left behind by an earlier gateway, " + how, true);
    }

    /** A run is over, and its logs are kept. */
    void ended(SandboxId sandbox, @Nullable String run, String how, RunFolder folder, boolean bad) {
        if (!bad) {
            ended.increment();
        }
        tell(sandbox, run, "api_servers", how + "; logs in " + folder.logs(), bad);
    }

    private void tell(SandboxId sandbox, @Nullable String run, String rule, String detail, boolean bad) {
        audit.append(AuditEvent.begin(audit.nextId(), clock.millis())
                .sandbox(sandbox.text(), run, -1)
                .rule(rule)
                .detail(detail)
                .change(ChangeKind.LIFECYCLE, bad ? ReasonCode.API_SERVER_DOWN : ReasonCode.GRANTED, 0));
    }

    /** Runs that ended without a failure. */
    long ended() {
        return ended.sum();
    }

    long failed(FailureCause why) {
        return adder(why).sum();
    }

    private LongAdder adder(FailureCause why) {
        LongAdder adder = failed.get(why);
        if (adder == null) {
            throw new IllegalStateException("no counter for " + why);
        }
        return adder;
    }
}
