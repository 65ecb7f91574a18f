package io.sallyport.model;

import io.sallyport.model.identity.IdentityClaims;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A runner's documents for one sandbox, as unparsed text: the compiler reads them, the state directory keeps them.
 * Immutable; created by its {@link Builder}.
 *
 * @param lease JSON text of the lease object, or null
 * @param leaseConstraints JSON text of its constraints, or null
 * @param harness YAML text, or null
 * @param policy network policy YAML text, or null
 * @param dialect in which the network policy is to be read, or null for the operator's
 * @param rego file name to text, package {@code sallyport.sandbox}
 * @param run the runner's name for this run, or null
 * @param phase null to keep the phase, which is {@code planning} for a new sandbox
 * @param workspace the workspace that it is in, or null for the parent's, or the default
 * @param phaseGates capabilities that are refused in {@code planning}, in order
 * @param allowlistGet whether harness entries also grant GET and HEAD through the proxy
 * @param enclosed what was submitted along with the harness
 * @param identity what a verified identity token claims, or null
 */
public record SandboxDocuments(
        @Nullable String lease,
        @Nullable String leaseConstraints,
        @Nullable String harness,
        @Nullable String policy,
        @Nullable String dialect,
        Map<String, String> rego,
        @Nullable String run,
        @Nullable Phase phase,
        Map<String, String> labels,
        @Nullable SandboxId parent,
        @Nullable WorkspaceId workspace,
        Set<String> phaseGates,
        boolean allowlistGet,
        HarnessFiles enclosed,
        @Nullable IdentityClaims identity) {
    /** No documents: everything is refused. */
    public static final SandboxDocuments NONE = builder().build();

    public SandboxDocuments {
        rego = Map.copyOf(Objects.requireNonNull(rego, "rego"));
        labels = Map.copyOf(Objects.requireNonNull(labels, "labels"));
        phaseGates = Collections.unmodifiableSet(new TreeSet<>(Objects.requireNonNull(phaseGates, "phase_gates")));
    }

    /** Returns an empty builder. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with these documents. */
    public Builder toBuilder() {
        return builder()
                .lease(lease)
                .leaseConstraints(leaseConstraints)
                .harness(harness)
                .policy(policy)
                .dialect(dialect)
                .rego(rego)
                .run(run)
                .phase(phase)
                .labels(labels)
                .parent(parent)
                .workspace(workspace)
                .phaseGates(phaseGates)
                .allowlistGet(allowlistGet)
                .enclosed(enclosed)
                .identity(identity);
    }

    /** Returns these documents with those of others that grant and restrict, and without a phase. */
    public SandboxDocuments withGrantsOf(SandboxDocuments others) {
        return toBuilder()
                .phase(null)
                .lease(others.lease)
                .leaseConstraints(others.leaseConstraints)
                .harness(others.harness)
                .policy(others.policy)
                .dialect(others.dialect)
                .rego(others.rego)
                .allowlistGet(others.allowlistGet)
                .enclosed(others.enclosed)
                .build();
    }

    /** Collects documents; whatever is not set is absent. Confined to one thread. */
    public static final class Builder {
        private @Nullable String lease;
        private @Nullable String leaseConstraints;
        private @Nullable String harness;
        private @Nullable String policy;
        private @Nullable String dialect;
        private Map<String, String> rego = Map.of();
        private @Nullable String run;
        private @Nullable Phase phase;
        private Map<String, String> labels = Map.of();
        private @Nullable SandboxId parent;
        private @Nullable WorkspaceId workspace;
        private Set<String> phaseGates = Set.of();
        private boolean allowlistGet;
        private HarnessFiles enclosed = HarnessFiles.NOTHING;
        private @Nullable IdentityClaims identity;

        private Builder() {}

        public Builder lease(@Nullable String json) {
            lease = json;
            return this;
        }

        public Builder leaseConstraints(@Nullable String json) {
            leaseConstraints = json;
            return this;
        }

        public Builder harness(@Nullable String yaml) {
            harness = yaml;
            return this;
        }

        public Builder policy(@Nullable String yaml) {
            policy = yaml;
            return this;
        }

        public Builder dialect(@Nullable String word) {
            dialect = word;
            return this;
        }

        public Builder rego(Map<String, String> files) {
            rego = files;
            return this;
        }

        public Builder run(@Nullable String name) {
            run = name;
            return this;
        }

        public Builder phase(@Nullable Phase word) {
            phase = word;
            return this;
        }

        public Builder labels(Map<String, String> all) {
            labels = all;
            return this;
        }

        public Builder parent(@Nullable SandboxId id) {
            parent = id;
            return this;
        }

        public Builder workspace(@Nullable WorkspaceId id) {
            workspace = id;
            return this;
        }

        public Builder phaseGates(Set<String> capabilities) {
            phaseGates = capabilities;
            return this;
        }

        public Builder allowlistGet(boolean grants) {
            allowlistGet = grants;
            return this;
        }

        public Builder enclosed(HarnessFiles around) {
            enclosed = around;
            return this;
        }

        public Builder identity(@Nullable IdentityClaims verified) {
            identity = verified;
            return this;
        }

        public SandboxDocuments build() {
            return new SandboxDocuments(
                    lease,
                    leaseConstraints,
                    harness,
                    policy,
                    dialect,
                    rego,
                    run,
                    phase,
                    labels,
                    parent,
                    workspace,
                    phaseGates,
                    allowlistGet,
                    enclosed,
                    identity);
        }
    }
}
