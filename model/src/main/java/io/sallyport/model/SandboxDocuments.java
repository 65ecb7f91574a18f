package io.sallyport.model;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a runner gave for one sandbox, as text and unread: the compiler reads it, the state directory keeps it.
 *
 * @param lease JSON text of the lease object, or null
 * @param leaseConstraints JSON text of its constraints, or null
 * @param harness YAML text, or null
 * @param policy network policy YAML text, or null
 * @param rego file name to text, package {@code sallyport.sandbox}
 * @param run what the runner calls this run, or null
 * @param phase null: as it was, {@code planning} for a new sandbox
 * @param phaseGates capabilities that are refused in {@code planning}
 * @param allowlistGet whether harness entries grant GET and HEAD through the proxy as well
 * @param enclosed what stands around the harness
 */
public record SandboxDocuments(
        @Nullable String lease,
        @Nullable String leaseConstraints,
        @Nullable String harness,
        @Nullable String policy,
        Map<String, String> rego,
        @Nullable String run,
        @Nullable Phase phase,
        Map<String, String> labels,
        @Nullable SandboxId parent,
        Set<String> phaseGates,
        boolean allowlistGet,
        Enclosed enclosed) {
    /** Nothing given: everything is refused. */
    public static final SandboxDocuments NONE =
            new SandboxDocuments(null, null, null, null, Map.of(), null, null, Map.of(), null, Set.of(), false);

    /** The same with another lease. */
    public SandboxDocuments withLease(String other) {
        return new SandboxDocuments(
                other,
                leaseConstraints,
                harness,
                policy,
                rego,
                run,
                phase,
                labels,
                parent,
                phaseGates,
                allowlistGet,
                enclosed);
    }

    /** The same with what stands around its harness. */
    public SandboxDocuments with(Enclosed other) {
        return new SandboxDocuments(
                lease,
                leaseConstraints,
                harness,
                policy,
                rego,
                run,
                phase,
                labels,
                parent,
                phaseGates,
                allowlistGet,
                other);
    }

    /** Documents with nothing around them. */
    public SandboxDocuments(
            @Nullable String lease,
            @Nullable String leaseConstraints,
            @Nullable String harness,
            @Nullable String policy,
            Map<String, String> rego,
            @Nullable String run,
            @Nullable Phase phase,
            Map<String, String> labels,
            @Nullable SandboxId parent,
            Set<String> phaseGates,
            boolean allowlistGet) {
        this(
                lease,
                leaseConstraints,
                harness,
                policy,
                rego,
                run,
                phase,
                labels,
                parent,
                phaseGates,
                allowlistGet,
                Enclosed.NOTHING);
    }

    public SandboxDocuments {
        rego = Map.copyOf(rego);
        labels = Map.copyOf(labels);
        phaseGates = Set.copyOf(phaseGates);
    }
}
