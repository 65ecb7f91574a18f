package io.sallyport.control;

import io.sallyport.control.Commits.Guardrails;
import io.sallyport.control.Policies.GuardrailsPolicy;
import io.sallyport.control.Policies.Made;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.StoredGuardrails;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.SandboxId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes of the guardrails: one compile, then a new snapshot for every sandbox. Called one after the other; may block. */
final class GuardrailsChanges {
    private static final GuardrailsDocuments NONE = new GuardrailsDocuments(Map.of(), null);

    private final Commits commits;
    private final Policies policies;
    private final boolean configured;

    /** Changes of guardrails that come from the operator's folder where {@code configured}, else by the API. */
    GuardrailsChanges(Commits commits, Policies policies, boolean configured) {
        this.commits = commits;
        this.policies = policies;
        this.configured = configured;
    }

    boolean areConfigured() {
        return configured;
    }

    GuardrailsView view() {
        return Views.of(commits.guardrails().stored());
    }

    /** Puts those of the folder, or else of the state, in force. What does not load refuses the start. */
    void load(@Nullable GuardrailsDocuments folder) throws StateException {
        StoredGuardrails stored = commits.store().guardrails();
        if (folder == null && stored.isCompiled()) {
            throw notLoaded("they were a compiled bundle, which is not configured any more (an empty folder as"
                    + " `guardrails` takes them away)");
        }
        GuardrailsDocuments documents = folder != null
                ? folder
                : stored.rego().isEmpty() ? NONE : new GuardrailsDocuments(stored.rego(), stored.data());
        GuardrailsPolicy policy = switch (policies.guardrails(documents, commits.store())) {
            case Made.Ready<GuardrailsPolicy>(var ready, var _) -> ready;
            case Made.Refused<GuardrailsPolicy>(var diagnostics) -> throw notLoaded(diagnostics.toString());
            case Made.Unavailable<GuardrailsPolicy>(var why) -> throw notLoaded(why);
        };
        StoredGuardrails next = stored;
        if (!policy.digest().equals(stored.digest())) {
            next = stored(documents, policy, stored.epoch() + 1);
            commits.store().save(next);
        }
        commits.guardrails(new Guardrails(policy, next));
    }

    private StateException notLoaded(String why) {
        return new StateException(Path.of("guardrails"), "do not load: " + why);
    }

    GuardrailsAnswer put(GuardrailsDocuments documents, boolean dryRun) {
        return switch (policies.guardrails(documents, commits.store())) {
            case Made.Refused<GuardrailsPolicy>(var diagnostics) -> new GuardrailsAnswer.Refused(diagnostics);
            case Made.Unavailable<GuardrailsPolicy>(var why) -> new GuardrailsAnswer.Unavailable(why);
            case Made.Ready<GuardrailsPolicy>(var policy, var diagnostics) ->
                put(documents, policy, diagnostics, dryRun);
        };
    }

    private GuardrailsAnswer put(
            GuardrailsDocuments documents, GuardrailsPolicy policy, List<Diagnostic> diagnostics, boolean dryRun) {
        commits.guardrailsCommit().lock();
        try {
            StoredGuardrails stored =
                    stored(documents, policy, commits.guardrails().stored().epoch() + 1);
            Map<Kept, Snapshots> next = beside(policy);
            boolean durable = dryRun || commits.save(stored);
            if (!dryRun) {
                commits.guardrails(new Guardrails(policy, stored));
                next.forEach((kept, snapshot) -> commits.put(under(kept, snapshot), snapshot));
            }
            return new GuardrailsAnswer.InForce(Views.of(stored), diagnostics, refused(next), durable);
        } finally {
            commits.guardrailsCommit().unlock();
        }
    }

    private Map<Kept, Snapshots> beside(GuardrailsPolicy policy) {
        var next = new LinkedHashMap<Kept, Snapshots>();
        for (Kept kept : commits.all()) {
            next.put(kept, Snapshots.of(kept.policy(), policy, kept.stored(), kept.generation() + 1));
        }
        return next;
    }

    private static Kept under(Kept kept, Snapshots snapshot) {
        return new Kept(kept.stored(), kept.sandbox(), kept.policy(), snapshot.diagnostics(), snapshot.refused());
    }

    private static List<SandboxId> refused(Map<Kept, Snapshots> next) {
        var refused = new ArrayList<SandboxId>();
        next.forEach((kept, snapshot) -> {
            if (snapshot.refused()) {
                refused.add(kept.stored().id());
            }
        });
        return refused;
    }

    private static StoredGuardrails stored(GuardrailsDocuments documents, GuardrailsPolicy policy, long epoch) {
        Map<String, String> rego = documents.compiled() == null ? documents.rego() : Map.of();
        return new StoredGuardrails(epoch, policy.digest(), rego, documents.data());
    }
}
