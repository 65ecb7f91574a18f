package io.sallyport.gateway.apiservers;

import io.sallyport.apiservers.ServerFailure;
import io.sallyport.control.calls.Control;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.Phase;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The control API of a gateway that starts API servers: it says where those of each sandbox stand, and a sandbox is deleted
 * when they are gone. Safe for concurrent use.
 */
public final class ServingControl implements Control {
    private final Control control;
    private final ServerRuns servers;

    /** Before {@code control}, which has {@code servers} started and ended. */
    public ServingControl(Control control, ServerRuns servers) {
        this.control = control;
        this.servers = servers;
    }

    @Override
    public CompletionStage<SandboxAnswer> put(SandboxId id, SandboxChange change) {
        return control.put(id, change).thenApply(this::withState);
    }

    @Override
    public CompletionStage<Removal> delete(SandboxId id) {
        return control.delete(id).thenCompose(was -> servers.gone(id).thenApply(_ -> was));
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

    private SandboxAnswer withState(SandboxAnswer answer) {
        return answer instanceof SandboxAnswer.InForce inForce ? inForce.with(withState(inForce.view())) : answer;
    }

    /** One whose server has failed says so. */
    private SandboxView withState(SandboxView view) {
        SandboxServers.Running running = servers.of(view.id());
        if (running == null) {
            return view;
        }
        SandboxView told = view.with(running.reports());
        ServerFailure failure = running.failure();
        if (failure == null) {
            return told;
        }
        List<Diagnostic> diagnostics = new ArrayList<>(view.diagnostics());
        diagnostics.add(Diagnostic.error("harness", 0, 0, "API_SERVER_FAILED", failure.message(), null));
        return told.with("failed", diagnostics);
    }

    @Override
    public CompletionStage<SandboxAnswer> phase(SandboxId id, Phase phase) {
        return control.phase(id, phase).thenApply(this::withState);
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
}
