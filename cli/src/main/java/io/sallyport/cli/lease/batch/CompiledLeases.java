package io.sallyport.cli.lease.batch;

import io.sallyport.cli.lines.LineCompiler;
import io.sallyport.cli.lines.LineCompiler.Compiled;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.policycompiler.DocumentRules;
import io.sallyport.policycompiler.LeaseRules;
import io.sallyport.policycompiler.LeaseRules.HostStar;
import io.sallyport.policycompiler.PolicyCompiler;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiles leases as a gateway compiles the lease of a sandbox without other documents. Leases without an end are
 * cached by text, up to a limit. Safe for concurrent use.
 */
final class CompiledLeases implements AutoCloseable {
    /** The maximum number of cached leases. */
    private static final int MAX_KEPT = 128;

    /** The maximum length of a cached lease, in characters. */
    private static final int MAX_KEPT_CHARS = 16 << 10;

    private final LineCompiler lines = new LineCompiler();
    private final PolicyCompiler strict = compiler(true);
    private final PolicyCompiler withAnyModel = compiler(false);
    private final Map<String, Compiled> kept = Collections.synchronizedMap(new Recent());

    /** The most recently used leases. */
    private static final class Recent extends LinkedHashMap<String, Compiled> {
        private static final long serialVersionUID = 1;

        private Recent() {
            super(MAX_KEPT, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Compiled> eldest) {
            return size() > MAX_KEPT;
        }
    }

    private PolicyCompiler compiler(boolean requireModelUse) {
        var leases = new LeaseRules(requireModelUse, HostStar.LABELS);
        return lines.with(new DocumentRules(leases, HarnessSettings.BY_DEFAULT));
    }

    /** @param lease the lease object as JSON text */
    Compiled compile(String lease) {
        Compiled known = kept.get(lease);
        if (known != null) {
            return known;
        }
        Compiled made = compile(strict, lease, null);
        if (lease.length() <= MAX_KEPT_CHARS) {
            kept.put(lease, made);
        }
        return made;
    }

    /** Compiles a lease with constraints. Never cached: a snapshot that has ended once stays ended. */
    Compiled compile(String lease, @Nullable String constraints) {
        return constraints == null ? compile(lease) : compile(strict, lease, constraints);
    }

    /** Returns a lease that names nothing, for an operator who does not require {@code model.use}. */
    Compiled withAnyModel() {
        return compile(withAnyModel, "{}", null);
    }

    private static Compiled compile(PolicyCompiler compiler, String lease, @Nullable String constraints) {
        var documents = SandboxDocuments.builder()
                .lease(lease)
                .leaseConstraints(constraints)
                .build();
        return LineCompiler.compile(compiler, documents, ShapeQuestions::why);
    }

    @Override
    public void close() {
        lines.close();
    }
}
