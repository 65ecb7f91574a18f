package io.sallyport.leasebridge.provider;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Findings;
import io.sallyport.documents.YamlReader;
import java.util.List;

/**
 * Reads documents of other products about credentials. What has no equivalent that covers exactly the same is refused,
 * never widened. Diagnostics do not repeat values that could be a secret.
 */
public final class ProviderImport {
    private ProviderImport() {}

    /** What the documents amount to, or the reasons why they are refused. */
    public sealed interface Result {
        /** Returns all diagnostics. Errors refuse the documents, warnings do not. */
        List<Diagnostic> diagnostics();
    }

    /**
     * What the documents amount to.
     *
     * @param providers in written order, at most 256
     * @param rules of the network policy that grants them, and what else the documents grant
     * @param diagnostics warnings alone
     */
    public record Read(List<ImportedProvider> providers, List<ImportedRule> rules, List<Diagnostic> diagnostics)
            implements Result {
        public Read {
            providers = List.copyOf(providers);
            rules = List.copyOf(rules);
            diagnostics = List.copyOf(diagnostics);
        }
    }

    public record Refused(List<Diagnostic> diagnostics) implements Result {}

    /**
     * Reads documents of one product.
     *
     * @param skipUnsupported whether an item that has no equivalent is left out with a warning, instead of refusing all
     */
    public static Result read(CredentialDialect dialect, List<CredentialDocument> documents, boolean skipUnsupported) {
        var all = new Findings("documents");
        var parts = new ImportedParts();
        for (CredentialDocument document : documents) {
            Findings findings = dialect.findings(document.file());
            var items = new ImportedItems(dialect, findings, skipUnsupported);
            DocumentNode root = YamlReader.read(document.text(), findings);
            switch (root) {
                case null -> {}
                case Members members -> reader(dialect, items, parts).read(members);
                case Scalar _, Items _ ->
                    findings.error(root.place(), DiagnosticCode.BAD_VALUE, "the document is a mapping", null);
            }
            all.addAll(findings);
        }
        return all.hasErrors() ? new Refused(all.all()) : new Read(parts.providers(), parts.rules(), all.all());
    }

    private static CredentialReader reader(CredentialDialect dialect, ImportedItems items, ImportedParts parts) {
        return switch (dialect) {
            case OPENSHELL -> new OpenShellProfile(items, parts);
            case AGENT_VAULT -> new AgentVaultServices(items, parts);
            case IRON_PROXY -> new IronProxyConfig(items, parts);
        };
    }
}
