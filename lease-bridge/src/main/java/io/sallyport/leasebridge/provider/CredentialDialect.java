package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import java.util.Set;

/** Whose document it is. Each has globs of its own. */
public enum CredentialDialect {
    /** Provider profiles of OpenShell ({@code crates/openshell-providers/src/profiles.rs}). */
    OPENSHELL("openshell"),
    /** Services of Agent Vault ({@code internal/broker/broker.go}). */
    AGENT_VAULT("agent-vault"),
    /** The configuration of iron-proxy ({@code internal/transform/secrets}, {@code internal/hostmatch}). */
    IRON_PROXY("iron-proxy");

    private final String word;

    CredentialDialect(String word) {
        this.word = word;
    }

    /** Returns the word of the command line. */
    public String word() {
        return word;
    }

    /** Returns findings about a document: only OpenShell itself reads over keys that it does not know. */
    Findings findings(String file) {
        return new Findings(file, this == OPENSHELL ? Set.of(DiagnosticCode.UNKNOWN_KEY) : Set.of());
    }
}
