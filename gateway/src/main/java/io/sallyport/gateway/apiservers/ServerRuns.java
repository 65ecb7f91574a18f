package io.sallyport.gateway.apiservers;

import io.sallyport.apiservers.ApiServerSpec;
import io.sallyport.apiservers.Failure;
import io.sallyport.apiservers.OldRun;
import io.sallyport.apiservers.ServerFailure;
import io.sallyport.apiservers.ServerGroup.Outcome;
import io.sallyport.control.Companions;
import io.sallyport.control.Policies.SandboxPolicy;
import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The API servers of sandboxes, from before their sandbox is in force until it is no more: a sandbox is admitted when all of
 * its servers are healthy, and they end with it, whatever ended it. They are started once: while they run, and when they
 * have failed, a sandbox is put with the same ones or removed first. Safe for concurrent use.
 */
public final class ServerRuns implements Companions, AutoCloseable {
    private final HostServers host;
    private final SandboxServers servers;
    private final Starts starts = new Starts();
    private final Map<Sandbox, CompletableFuture<Void>> endings = new ConcurrentHashMap<>();

    /** Of sandboxes that are put from now on; {@code servers} is filled. */
    public ServerRuns(HostServers host, SandboxServers servers) {
        this.host = host;
        this.servers = servers;
    }

    /**
     * Ends what earlier gateways have left. A sandbox of {@code control} that had servers under one has failed: they are not
     * started again. Called before the first request.
     */
    public void takeOver(Control control) throws HostException {
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
    public SandboxAnswer put(
            SandboxId id,
            SandboxDocuments documents,
            SandboxPolicy policy,
            boolean isThere,
            Supplier<SandboxAnswer> commit) {
        WantedServers.Result wanted = host.wanted(policy.apiServers());
        SandboxServers.Running running = isThere ? servers.get(id) : null;
        if (running != null && running.isOf(wanted)) {
            return running.told(commit.get());
        }
        if (!wanted.diagnostics().isEmpty()) {
            return new SandboxAnswer.Refused(wanted.diagnostics());
        }
        if (isThere) {
            return again(running, wanted.specs(), commit);
        }
        // What stands on disk of a run names its sandbox: a gateway that comes after must not take it for this one's.
        gone(id).toCompletableFuture().join();
        return wanted.specs().isEmpty() ? commit.get() : first(id, documents.run(), wanted, commit);
    }

    private static SandboxAnswer again(
            SandboxServers.@Nullable Running running, List<ApiServerSpec> specs, Supplier<SandboxAnswer> commit) {
        if (running != null) {
            return refused("SERVERS_RUN", "the API servers of a sandbox are started once; remove it first");
        }
        return specs.isEmpty()
                ? commit.get()
                : refused("SERVERS_NEW", "a sandbox that is there takes no API servers; remove it first");
    }

    private SandboxAnswer first(
            SandboxId id, @Nullable String called, WantedServers.Result wanted, Supplier<SandboxAnswer> commit) {
        ServerRun run = host.start(id, called, wanted.specs());
        return run == null
                ? new SandboxAnswer.Unavailable(
                        "there would be more than " + host.maxServers() + " API servers, which is as many as may run")
                : first(id, run, wanted, commit);
    }

    /** Its servers are there for it before it can ask; where it does not come, they go. */
    private SandboxAnswer first(
            SandboxId id, ServerRun run, WantedServers.Result wanted, Supplier<SandboxAnswer> commit) {
        boolean inForce = false;
        starts.begin(run);
        try {
            SandboxAnswer answer =
                    switch (run.group().started().toCompletableFuture().join()) {
                        case Outcome.Healthy _ -> {
                            String tools = ToolLists.of(run.group().servers());
                            var running = new SandboxServers.Running(wanted.specs(), wanted.written(), run, tools);
                            servers.put(id, running);
                            yield running.told(commit.get());
                        }
                        case Outcome.Failed(ServerFailure why) -> answer(why);
                        case Outcome.Stopped _ ->
                            new SandboxAnswer.Unavailable(
                                    starts.isUnwanted(id) ? "the sandbox is being removed" : "the gateway ends");
                    };
            inForce = answer instanceof SandboxAnswer.InForce;
            return answer;
        } finally {
            starts.end(run);
            if (!inForce) {
                servers.remove(id);
                host.end(run).toCompletableFuture().join();
            }
        }
    }

    @Override
    public void unwanted(SandboxId id) {
        starts.unwanted(id);
    }

    @Override
    public void wantedAgain(SandboxId id) {
        starts.wantedAgain(id);
    }

    private static SandboxAnswer answer(ServerFailure failure) {
        String told = "API server " + failure.server() + ": " + failure.why().message();
        return failure.why() == Failure.NOT_STARTED
                ? new SandboxAnswer.Unavailable(told)
                : refused("API_SERVER_FAILED", told);
    }

    private static SandboxAnswer refused(String code, String message) {
        return new SandboxAnswer.Refused(
                List.of(Diagnostic.error("harness", 0, 0, code, "api_servers: " + message, null)));
    }

    /** Ends the servers of {@code gone}, which nobody finds from now on; {@link #gone} says when they have. Returns at once. */
    public void removed(Sandbox gone) {
        SandboxServers.Running running = servers.remove(gone.id());
        if (running != null) {
            CompletableFuture<Void> ending = host.end(running.run()).toCompletableFuture();
            endings.put(gone, ending);
            var _ = ending.whenComplete((_, _) -> endings.remove(gone, ending));
        }
    }

    /** When no server is left of {@code id}, and of what ended with it; at once where none was. */
    CompletionStage<Void> gone(SandboxId id) {
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

    SandboxServers.@Nullable Running of(SandboxId id) {
        return servers.get(id);
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
