package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DocumentNode;
import java.util.List;

/**
 * A rule of a network policy that a document of another product amounts to. Immutable.
 *
 * @param endpoints each in the form of a network policy, with places in the document
 * @param binaries paths of programs; empty where the document names none
 * @param credentials names of providers
 */
public record ImportedRule(String name, List<DocumentNode> endpoints, List<String> binaries, List<String> credentials) {
    public ImportedRule {
        endpoints = List.copyOf(endpoints);
        binaries = List.copyOf(binaries);
        credentials = List.copyOf(credentials);
    }
}
