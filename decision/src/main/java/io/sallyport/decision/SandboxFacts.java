package io.sallyport.decision;

import io.sallyport.model.CapabilityName;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What policy is told of a sandbox beside the request.
 *
 * @param run null where the runner named none
 * @param phaseGates the capabilities that {@code planning} refuses; empty: all that the decision API is asked for, and
 *     no request over the network
 * @param leaseSubject whom its lease is for: {@code job_id}, {@code agent}, {@code principal}; empty where it was put
 *     as no lease, or as one that names none
 * @param claims of its identity token; null where it showed none
 */
public record SandboxFacts(
        SandboxId id,
        @Nullable String run,
        Map<String, String> labels,
        Phase phase,
        Set<String> phaseGates,
        Map<String, String> leaseSubject,
        @Nullable VerifiedClaims claims) {
    public SandboxFacts {
        labels = Map.copyOf(labels);
        phaseGates = Set.copyOf(phaseGates);
        leaseSubject = Map.copyOf(leaseSubject);
    }

    /** A sandbox that names no gates, and has no lease of its own. */
    public SandboxFacts(SandboxId id, @Nullable String run, Map<String, String> labels, Phase phase) {
        this(id, run, labels, phase, Set.of(), Map.of(), null);
    }

    /** Whether the phase refuses a question of the decision API under that capability. */
    public boolean holdsBack(String capability) {
        return phase != Phase.EXECUTION && (phaseGates.isEmpty() || phaseGates.contains(capability));
    }

    /** Whether the phase refuses requests of models through the gateway: where the gates name {@code model.use}. */
    public boolean holdsBackModels() {
        return phase != Phase.EXECUTION && phaseGates.contains(CapabilityName.MODEL_USE);
    }

    /** Whether the phase refuses requests over the network. */
    public boolean holdsBackTraffic() {
        return phase != Phase.EXECUTION && phaseGates.contains(CapabilityName.NET_FETCH);
    }
}
