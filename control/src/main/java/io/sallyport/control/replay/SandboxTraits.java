package io.sallyport.control.replay;

import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What records lack of every sandbox. Immutable. */
public record SandboxTraits(Map<String, String> labels, Phase phase) {
    public SandboxTraits {
        labels = Map.copyOf(labels);
    }

    /** Returns the facts of one sandbox, in a run that its runner named. */
    public SandboxFacts of(SandboxId id, @Nullable String run) {
        return new SandboxFacts(id, run, labels, phase);
    }
}
