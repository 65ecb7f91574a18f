package io.sallyport.cli.policy.accesslist;

import io.sallyport.cli.command.WrittenHeaders;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.Evaluation;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.leasebridge.accesslist.ImportedForm;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.Dialect;
import io.sallyport.policycompiler.DocumentRules;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.author.Compilation;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Asks the compiled snapshot of an imported document. Confined to one thread. */
final class AskedDocument implements AutoCloseable {
    private static final SandboxId ID = new SandboxId("local");

    private final CompiledPolicies policies = CompiledPolicies.of(
            Authoring.ofSandbox(),
            Authoring.ofGuardrails(),
            Evaluation.BY_DEFAULT,
            DocumentRules.BY_DEFAULT,
            InstantSource.system(),
            System::nanoTime);
    private final MemoryStore store = new MemoryStore();

    /** Answers for one document. */
    interface Answers {
        boolean admits(AskedRequest request);
    }

    Answers of(ImportedForm form, String document) throws Exception {
        SandboxDocuments.Builder builder = SandboxDocuments.builder();
        SandboxDocuments own =
                (form == ImportedForm.LEASE ? builder.lease(document) : builder.policy(document)).build();
        var facts = new SandboxFacts(ID, null, Map.of(), Phase.PLANNING, Set.of(), Map.of(), null);
        PolicySnapshot snapshot = policies.snapshot(
                ready(policies.sandbox(ID, own, store)),
                ready(policies.guardrails(new GuardrailsDocuments(Map.of(), null), store)),
                facts,
                1);
        WrittenHeaders head = WrittenHeaders.parse(List.of());
        return request -> snapshot.decide(canonical(request), head) instanceof Decision.Allow;
    }

    private static CanonicalRequest canonical(AskedRequest asked) {
        if (CanonicalUrl.parse(asked.url(), Dialect.WIRE) instanceof Canonicalized.Accepted<CanonicalUrl>(var url)) {
            return CanonicalRequest.http(url.scheme(), url.host(), url.port(), asked.method(), url.path(), url.query());
        }
        throw new AssertionError(asked.url());
    }

    private static <T> T ready(Compilation<T> made) {
        return switch (made) {
            case Compilation.Ready<T>(var policy, var _) -> policy;
            case Compilation.Refused<T>(var diagnostics) -> throw new AssertionError("refused: " + diagnostics);
            case Compilation.Unavailable<T>(var why) -> throw new AssertionError("not compiled: " + why);
        };
    }

    @Override
    public void close() {
        policies.close();
    }
}
