package io.sallyport.apiservers.sandbox;

import io.sallyport.apiservers.ExitStatus;
import io.sallyport.apiservers.OldRun;
import io.sallyport.apiservers.RunFolder;
import io.sallyport.apiservers.ServerFailure;
import io.sallyport.apiservers.ServerGroup;
import io.sallyport.apiservers.ServerProcess;
import io.sallyport.apiservers.ServerState;
import io.sallyport.control.calls.Control.ApiServerView;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers of one sandbox and the folder that is theirs, from their start to their end. Safe for concurrent use.
 *
 * @param run what the runner calls the run, or null
 * @param wanted how many servers it has when all are started; 0 of a run of an earlier gateway
 */
record ServerRun(
        SandboxId sandbox, @Nullable String run, int wanted, ServerGroup group, RunFolder folder, ServerEvents events) {
    private static final Logger LOG = LoggerFactory.getLogger(ServerRun.class);

    /** More than SIGTERM's grace and the time for the logs. */
    private static final long END_SECONDS = 30;

    /** Why it has failed, or null. */
    @Nullable
    ServerFailure failure() {
        return group.failure();
    }

    /** Whether the server that failed was there, so that its own changes were told. */
    boolean hadProcess(ServerFailure failure) {
        return failure.exit() != null || group.find(failure.server()) != null;
    }

    /** How many servers run, or are about to. */
    int running() {
        boolean isOver = failure() != null
                && group.servers().stream().allMatch(server -> server.state().isEnded());
        return isOver ? 0 : wanted;
    }

    /**
     * Ends its servers for good, and keeps their logs; blocks until they are gone. What does not end the next gateway
     * finds.
     */
    void end() {
        boolean isGone = awaitEnd();
        if (isGone) {
            forget(sandbox, folder);
        }
        events.ended(sandbox, run, isGone ? how() : "cannot be ended", folder, !isGone || failure() != null);
    }

    private String how() {
        ServerFailure failure = failure();
        return failure == null
                ? "ended"
                : "failed: API server " + failure.server() + ", "
                        + failure.why().word();
    }

    /** From now on no gateway finds it. */
    static void forget(SandboxId sandbox, RunFolder folder) {
        try {
            OldRun.forget(folder);
        } catch (IOException e) {
            LOG.error("sandbox {}: it stands in {} that its API servers run", sandbox, folder.path(), e);
        }
    }

    /** The same where the gateway ends and the sandbox does not: it is to be known that it had servers. */
    void stop() {
        awaitEnd();
        try {
            OldRun.leave(folder, sandbox.text());
        } catch (IOException e) {
            LOG.error("sandbox {}: {} cannot be written", sandbox, folder.path(), e);
        }
    }

    private boolean awaitEnd() {
        boolean isGone = isGone();
        if (!isGone) {
            LOG.error("sandbox {}: API servers cannot be ended: {}", sandbox, group.servers());
        }
        folder.deleteHome();
        return isGone;
    }

    private boolean isGone() {
        return group.stop()
                .toCompletableFuture()
                .completeOnTimeout(false, END_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    /** Where each server stands, for whoever asks for the sandbox. */
    List<ApiServerView> reports(List<String> names) {
        ServerFailure failure = failure();
        return names.stream()
                .map(name -> group.servers().stream()
                        .filter(server -> server.name().text().equals(name))
                        .findFirst()
                        .map(ServerRun::report)
                        .orElseGet(() -> absent(name, failure)))
                .toList();
    }

    private static ApiServerView report(ServerProcess server) {
        return switch (server.state()) {
            case ServerState.Failed(var why, ExitStatus exit) ->
                new ApiServerView(
                        server.name().text(),
                        "failed",
                        why.word(),
                        exit == null ? null : exit.code(),
                        server.lastLines());
            case ServerState.Stopped(ExitStatus exit, var _) ->
                new ApiServerView(server.name().text(), "stopped", null, exit.code(), List.of());
            case ServerState.Starting _, ServerState.Healthy _, ServerState.Stopping _ ->
                new ApiServerView(server.name().text(), server.state().word(), null, null, List.of());
        };
    }

    /** Of an earlier gateway, or never started. */
    private static ApiServerView absent(String name, @Nullable ServerFailure failure) {
        return new ApiServerView(
                name,
                failure == null ? "stopped" : "failed",
                failure == null ? null : failure.why().word(),
                null,
                List.of());
    }
}
