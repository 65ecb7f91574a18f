package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.Compilations;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.Evaluation;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.policycompiler.BundleTarget;
import io.sallyport.policycompiler.DocumentRules;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.bundle.BundleLimits;
import io.sallyport.policycompiler.bundle.BundleRead;
import io.sallyport.policycompiler.bundle.BundleReader;
import io.sallyport.policycompiler.bundle.OpaBundle;
import java.time.InstantSource;
import java.util.Map;

/** Compiles a sandbox's documents to what tests can ask: the library and the grants, without guardrails. */
final class DocumentsBundle {
    private DocumentsBundle() {}

    static OpaBundle of(SandboxDocuments documents, DocumentRules rules) throws CliException {
        var store = new MemoryStore();
        var none = new GuardrailsDocuments(Map.of(), null);
        try (var policies = CompiledPolicies.of(
                Authoring.ofSandbox(),
                Authoring.ofGuardrails(),
                Evaluation.BY_DEFAULT,
                rules,
                InstantSource.system(),
                System::nanoTime)) {
            byte[] archive = Compilations.ready(policies.bundle(
                    Compilations.ready(policies.sandbox(PolicyOptions.ID, documents, store)),
                    Compilations.ready(policies.guardrails(none, store)),
                    none,
                    BundleTarget.REGO,
                    null));
            return switch (BundleReader.read(archive, BundleLimits.DEFAULTS, null)) {
                case BundleRead.Accepted(OpaBundle bundle) -> bundle;
                case BundleRead.Rejected rejected -> throw CliException.unusable("the documents: " + rejected);
            };
        }
    }
}
