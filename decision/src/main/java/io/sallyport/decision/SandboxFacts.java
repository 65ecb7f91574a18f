package io.sallyport.decision;

import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What policy is told of a sandbox beside the request; {@code run} is null where the runner named none. */
public record SandboxFacts(SandboxId id, @Nullable String run, Map<String, String> labels, Phase phase) {
    public SandboxFacts {
        labels = Map.copyOf(labels);
    }
}
