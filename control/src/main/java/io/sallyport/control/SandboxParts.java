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

/** The parts of all sandboxes, begun in their order and ended in it. Safe for concurrent use. */
record SandboxParts(List<SandboxPart> all) {
    SandboxParts {
        all = List.copyOf(all);
    }

    /** Prepares each, then puts the sandbox in force by {@code commit}; where either fails, what was prepared is abandoned. */
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

    /** Each, whatever goes wrong with another; the first fault is thrown at the end. */
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
