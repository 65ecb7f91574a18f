package io.sallyport.control;

import io.sallyport.control.SandboxPart.Prepared;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.SandboxId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The parts of all sandboxes, started and ended in list order. Safe for concurrent use. */
record SandboxParts(List<SandboxPart> all) {
    SandboxParts {
        all = List.copyOf(all);
    }

    /** Prepares every part, then calls {@code commit}. If either fails, the prepared parts are abandoned. */
    SandboxAnswer put(SandboxId id, SandboxSpec spec, boolean isThere, Supplier<SandboxAnswer> commit) {
        var placeholders = new HashMap<String, String>();
        int prepared = 0;
        boolean inForce = false;
        try {
            for (SandboxPart part : all) {
                switch (part.prepare(id, spec, isThere)) {
                    case Prepared.Refused(SandboxAnswer answer) -> {
                        return answer;
                    }
                    case Prepared.Ready(Map<String, String> told) -> placeholders.putAll(told);
                }
                prepared++;
            }
            SandboxAnswer answer = commit.get();
            if (answer instanceof SandboxAnswer.InForce done) {
                inForce = true;
                return done.with(placeholders);
            }
            return answer;
        } finally {
            if (!inForce) {
                all.subList(0, prepared).forEach(part -> part.abandon(id));
            }
        }
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
