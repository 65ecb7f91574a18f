package io.sallyport.control;

import io.sallyport.decision.Sandbox;
import io.sallyport.model.SandboxId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The parts of all sandboxes, started and ended in list order. Safe for concurrent use. */
record SandboxParts(List<SandboxPart> all) {
    SandboxParts {
        all = List.copyOf(all);
    }

    void activate(SandboxState state) {
        all.forEach(part -> part.activate(state));
    }

    void policyChanged(SandboxId sandbox) {
        all.forEach(part -> part.policyChanged(sandbox));
    }

    /** Ends every part, even if one fails; throws the first failure afterwards. */
    void end(Sandbox gone) {
        RuntimeException first = null;
        for (SandboxPart part : all) {
            try {
                part.end(gone);
            } catch (RuntimeException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    CompletionStage<Void> ended(SandboxId id) {
        return CompletableFuture.allOf(
                all.stream().map(part -> part.ended(id).toCompletableFuture()).toArray(CompletableFuture<?>[]::new));
    }

    SandboxReport report(Sandbox sandbox) {
        var report = new SandboxReport();
        all.forEach(part -> part.describe(sandbox, report));
        return report;
    }

    void unwanted(SandboxId id) {
        all.forEach(part -> part.unwanted(id));
    }

    void wantedAgain(SandboxId id) {
        all.forEach(part -> part.wantedAgain(id));
    }
}
