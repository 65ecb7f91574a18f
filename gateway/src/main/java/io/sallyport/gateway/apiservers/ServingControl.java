package io.sallyport.gateway.apiservers;

import io.sallyport.admin.Control;
import io.sallyport.apiservers.ApiServerSpec;
import io.sallyport.apiservers.ServerFailure;
import io.sallyport.apiservers.ServerGroup;
import io.sallyport.leasebridge.harness.HarnessContext;
import io.sallyport.leasebridge.harness.HarnessReader;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.Phase;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The control API of a gateway that starts API servers: a sandbox is admitted when all of its servers are healthy, and they
 * end with it. Servers are started once: while they run, and when they have failed, a sandbox is put with the same ones or
 * removed first. Safe for concurrent use; changes of one sandbox that concern its servers happen one after the other.
 */
public final class ServingControl implements Control, AutoCloseable {
    private final Control control;
    private final HarnessSettings harness;
    private final HostServers host;
    private final SandboxServers servers;
    private final Map<SandboxId, CompletableFuture<?>> turns = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** Before {@code control}, which knows nothing of servers. */
    public ServingControl(Control control, HarnessSettings harness, HostServers host, SandboxServers servers) {
        this.control = control;
        this.harness = harness;
        this.host = host;
        this.servers = servers;
    }

    @Override
    public CompletionStage<SandboxAnswer> put(SandboxId id, SandboxChange change) {
        return change.documents().harness() == null && servers.get(id) == null
                ? control.put(id, change)
                : inTurn(id, () -> putServing(id, change));
    }

    private SandboxAnswer putServing(SandboxId id, SandboxChange change) {
        WantedServers.Result wanted = wanted(change.documents());
        if (!wanted.diagnostics().isEmpty()) {
            return new SandboxAnswer.Refused(wanted.diagnostics());
        }
        SandboxServers.Running running = servers.get(id);
        if (running == null && !wanted.specs().isEmpty()) {
            return control.get(id) == null
                    ? started(id, change, wanted.specs())
                    : refused("SERVERS_NEW", "a sandbox that is there takes no API servers; remove it first");
        }
        if (running != null && (running.failure() != null || !running.specs().equals(wanted.specs()))) {
            return refused("SERVERS_RUN", "the API servers of a sandbox are started once; remove it first");
        }
        return control.put(id, change).toCompletableFuture().join();
    }

    private SandboxAnswer started(SandboxId id, SandboxChange change, List<ApiServerSpec> specs) {
        ServerGroup group = host.start(id, specs);
        boolean admitted = false;
        try {
            ServerGroup.Outcome outcome = group.started().toCompletableFuture().join();
            if (!(outcome instanceof ServerGroup.Outcome.Healthy)) {
                return refused(
                        "API_SERVER_FAILED",
                        outcome instanceof ServerGroup.Outcome.Failed(ServerFailure why)
                                ? "API server " + why.server() + ": "
                                        + why.why().message()
                                : "the gateway ends");
            }
            servers.put(id, new SandboxServers.Running(specs, group, ToolLists.of(group.servers())));
            SandboxAnswer answer = control.put(id, change).toCompletableFuture().join();
            admitted = answer instanceof SandboxAnswer.InForce;
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new SandboxAnswer.Unavailable("the gateway ends");
        } finally {
            if (!admitted) {
                servers.remove(id);
                group.stop().toCompletableFuture().join();
            }
        }
    }

    /** What is wrong with the harness itself is told by whoever reads it for its grants. */
    private WantedServers.Result wanted(SandboxDocuments documents) {
        if (documents.harness() == null) {
            return new WantedServers.Result(List.of(), List.of());
        }
        HarnessContext context = HarnessContext.of(documents, harness);
        return HarnessReader.read("harness", documents.harness(), context)
                        instanceof HarnessReader.Read(var read, var _)
                ? host.wanted(read.effective())
                : new WantedServers.Result(List.of(), List.of());
    }

    private static SandboxAnswer refused(String code, String message) {
        return new SandboxAnswer.Refused(
                List.of(Diagnostic.error("harness", 0, 0, code, "api_servers: " + message, null)));
    }

    /** The sandbox goes first, then its servers, and those of the sandboxes that ended with it. */
    @Override
    public CompletionStage<Boolean> delete(SandboxId id) {
        return servers.sandboxes().isEmpty()
                ? control.delete(id)
                : inTurn(id, () -> {
                    boolean was = control.delete(id).toCompletableFuture().join();
                    stopOrphans();
                    return was;
                });
    }

    private void stopOrphans() {
        for (SandboxId sandbox : servers.sandboxes()) {
            SandboxServers.Running gone = control.get(sandbox) == null ? servers.remove(sandbox) : null;
            if (gone != null) {
                gone.group().stop().toCompletableFuture().join();
            }
        }
    }

    private <T> CompletionStage<T> inTurn(SandboxId id, Supplier<T> work) {
        CompletableFuture<T> done = new CompletableFuture<>();
        CompletableFuture<?> turn = turns.compute(
                id,
                (_, before) -> (before == null ? CompletableFuture.completedFuture(null) : before)
                        .handleAsync(
                                (_, _) -> {
                                    done.completeAsync(work, Runnable::run);
                                    return done.isDone();
                                },
                                threads));
        var _ = turn.whenComplete((_, _) -> turns.remove(id, turn));
        return done;
    }

    @Override
    public @Nullable SandboxView get(SandboxId id) {
        SandboxView view = control.get(id);
        return view == null ? null : withState(view);
    }

    @Override
    public List<SandboxView> list() {
        return control.list().stream().map(this::withState).toList();
    }

    /** One whose server has failed says so. */
    private SandboxView withState(SandboxView view) {
        SandboxServers.Running running = servers.get(view.id());
        ServerFailure failure = running == null ? null : running.failure();
        if (failure == null) {
            return view;
        }
        List<Diagnostic> diagnostics = new ArrayList<>(view.diagnostics());
        diagnostics.add(Diagnostic.error("harness", 0, 0, "API_SERVER_FAILED", failure.message(), null));
        return view.with("failed", diagnostics);
    }

    @Override
    public CompletionStage<SandboxAnswer> phase(SandboxId id, Phase phase) {
        return control.phase(id, phase);
    }

    @Override
    public CompletionStage<ExplainAnswer> explain(SandboxId id, Question question) {
        return control.explain(id, question);
    }

    @Override
    public CompletionStage<SuggestAnswer> suggest(SandboxId id, Collection<? extends Question> refused) {
        return control.suggest(id, refused);
    }

    @Override
    public CompletionStage<GuardrailsAnswer> putGuardrails(GuardrailsDocuments documents, boolean dryRun) {
        return control.putGuardrails(documents, dryRun);
    }

    @Override
    public GuardrailsView guardrails() {
        return control.guardrails();
    }

    /** Ends all servers, and returns when they are gone. */
    @Override
    public void close() {
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (SandboxId sandbox : servers.sandboxes()) {
            SandboxServers.Running gone = servers.remove(sandbox);
            if (gone != null) {
                ends.add(gone.group().stop().toCompletableFuture());
            }
        }
        CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).join();
        threads.shutdown();
        host.close();
    }
}
