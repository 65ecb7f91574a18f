package io.sallyport.apiservers.sandbox;

import io.sallyport.apiservers.FailureCause;
import io.sallyport.apiservers.OldRun;
import io.sallyport.apiservers.ServerFailure;
import io.sallyport.apiservers.ServerGroup.Outcome;
import io.sallyport.control.SandboxPart;
import io.sallyport.control.SandboxReport;
import io.sallyport.control.SandboxSpec;
import io.sallyport.control.SandboxState;
import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.decision.Sandbox;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.SandboxId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The API servers of sandboxes, from before their sandbox is in force until it is no more: a sandbox is admitted when
 * all of its servers are healthy, and they end with it, whatever ended it. They are started once: while they run, and
 * when they have failed, a sandbox is put with the same ones or removed first. Safe for concurrent use.
 */
public final class ServerRuns implements SandboxPart, AutoCloseable {
    private final HostServers host;
    private final SandboxServers servers;
    private final PendingStarts starts = new PendingStarts();
    /** Those that are healthy before their sandbox is in force. */
    private final Map<SandboxId, ServerRun> prepared = new ConcurrentHashMap<>();

    private final Map<Sandbox, CompletableFuture<Void>> endings = new ConcurrentHashMap<>();

    /** Of sandboxes that are put from now on; {@code servers} is filled. */
    public ServerRuns(HostServers host, SandboxServers servers) {
        this.host = host;
        this.servers = servers;
    }

    /**
     * Ends what earlier gateways have left. A sandbox of {@code control} that had servers under one has failed: they
     * are not started again. Called before the first request.
     */
    public void takeOver(Control control) throws HostSetupException {
        for (OldRun old : host.oldRuns()) {
            var id = new SandboxId(old.sandbox());
            if (control.get(id) == null
                    || servers.get(id) != null
                    || old.servers().isEmpty()) {
                host.forget(id, old);
            } else {
                servers.put(id, new SandboxServers.Running(old.servers(), List.of(), host.lost(id, old), "[]"));
            }
        }
    }

    @Override
    public Prepared prepare(SandboxId id, SandboxSpec spec, boolean isThere) {
        ServerSpecReader.Result wanted = host.wanted(spec.apiServers());
        SandboxServers.Running running = isThere ? servers.get(id) : null;
        if (running != null && running.isOf(wanted)) {
            return new Prepared.Ready(running.placeholders());
        }
        if (!wanted.diagnostics().isEmpty()) {
            return new Prepared.Refused(new SandboxAnswer.Refused(wanted.diagnostics()));
        }
        if (running != null) {
            return refused(
                    DiagnosticCode.SERVERS_RUN, "the API servers of a sandbox are started once; remove it first");
        }
        if (isThere) {
            return wanted.specs().isEmpty()
                    ? Prepared.Ready.PLAIN
                    : refused(
                            DiagnosticCode.SERVERS_NEW,
                            "a sandbox that is there takes no API servers; remove it first");
        }
        // What stands on disk of a run names its sandbox: a gateway that comes after must not take it for this one's.
        ended(id).toCompletableFuture().join();
        return wanted.specs().isEmpty()
                ? Prepared.Ready.PLAIN
                : started(id, spec.documents().run(), wanted);
    }

    private Prepared started(SandboxId id, @Nullable String called, ServerSpecReader.Result wanted) {
        ServerRun run = host.start(id, called, wanted.specs());
        if (run == null) {
            return unavailable(
                    "there would be more than " + host.maxServers() + " API servers, which is as many as may run");
        }
        boolean isHealthy = false;
        starts.begin(run);
        try {
            Prepared result =
                    switch (run.group().started().toCompletableFuture().join()) {
                        case Outcome.Healthy _ -> healthy(id, run, wanted);
                        case Outcome.Failed(ServerFailure why) -> failed(why);
                        case Outcome.Stopped _ ->
                            unavailable(starts.isUnwanted(id) ? "the sandbox is being removed" : "the gateway ends");
                    };
            isHealthy = result instanceof Prepared.Ready;
            return result;
        } finally {
            starts.end(run);
            if (!isHealthy) {
                host.end(run).toCompletableFuture().join();
            }
        }
    }

    /** Its servers are there for it before it can ask. */
    private Prepared healthy(SandboxId id, ServerRun run, ServerSpecReader.Result wanted) {
        String tools = ToolLists.of(run.group().servers());
        var running = new SandboxServers.Running(wanted.specs(), wanted.written(), run, tools);
        servers.put(id, running);
        prepared.put(id, run);
        return new Prepared.Ready(running.placeholders());
    }

    /** Where the sandbox does not come, they go. */
    @Override
    public void abandon(SandboxId id) {
        ServerRun run = prepared.remove(id);
        if (run != null) {
            servers.remove(id);
            host.end(run).toCompletableFuture().join();
        }
    }

    @Override
    public void activate(SandboxState state) {
        prepared.remove(state.id());
    }

    @Override
    public void unwanted(SandboxId id) {
        starts.unwanted(id);
    }

    @Override
    public void wantedAgain(SandboxId id) {
        starts.wantedAgain(id);
    }

    private static Prepared failed(ServerFailure failure) {
        String told = "API server " + failure.server() + ": " + failure.why().message();
        return failure.why() == FailureCause.NOT_STARTED
                ? unavailable(told)
                : refused(DiagnosticCode.API_SERVER_FAILED, told);
    }

    private static Prepared unavailable(String why) {
        return new Prepared.Refused(new SandboxAnswer.Unavailable(why));
    }

    private static Prepared refused(DiagnosticCode code, String message) {
        return new Prepared.Refused(new SandboxAnswer.Refused(
                List.of(Diagnostic.error("harness", 0, 0, code, "api_servers: " + message, null))));
    }

    /** Ends the servers of {@code gone}, which nobody finds from now on; {@link #ended} says when they have. */
    @Override
    public void end(Sandbox gone) {
        SandboxServers.Running running = servers.remove(gone.id());
        if (running != null) {
            CompletableFuture<Void> ending = host.end(running.run()).toCompletableFuture();
            endings.put(gone, ending);
            var _ = ending.whenComplete((_, _) -> endings.remove(gone, ending));
        }
    }

    @Override
    public CompletionStage<Void> ended(SandboxId id) {
        return CompletableFuture.allOf(endings.entrySet().stream()
                .filter(ending -> isWithin(ending.getKey(), id))
                .map(Map.Entry::getValue)
                .toArray(CompletableFuture<?>[]::new));
    }

    private static boolean isWithin(Sandbox sandbox, SandboxId id) {
        for (Sandbox one = sandbox; one != null; one = one.parent()) {
            if (one.id().equals(id)) {
                return true;
            }
        }
        return false;
    }

    /** Where its servers stand; a sandbox of which one has failed says so. */
    @Override
    public void describe(Sandbox sandbox, SandboxReport report) {
        SandboxServers.Running running = servers.get(sandbox.id());
        if (running == null) {
            return;
        }
        report.apiServers(running.reports());
        ServerFailure failure = running.failure();
        if (failure != null) {
            report.failed(Diagnostic.error("harness", 0, 0, DiagnosticCode.API_SERVER_FAILED, failure.message(), null));
        }
    }

    /** When a server of {@code id} fails; never where it has none. */
    public CompletionStage<ServerFailure> failed(SandboxId id) {
        SandboxServers.Running running = servers.get(id);
        return running == null ? new CompletableFuture<>() : running.group().failed();
    }

    /** Starts none any more, and ends all; that sandboxes had them stays written down. */
    @Override
    public void close() {
        servers.clear();
        host.stopAll();
        host.close();
    }
}
