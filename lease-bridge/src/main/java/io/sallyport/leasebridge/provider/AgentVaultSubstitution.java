package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A substitution of a service of Agent Vault: a text that stands for a credential. Here a placeholder of each sandbox's
 * own takes its place, in a variable. It is filled in everywhere in the head of a request, and in bodies and messages
 * alike or in neither, so that no other list of places has an equivalent.
 *
 * @param fillsContent whether bodies and messages are among the places
 */
record AgentVaultSubstitution(String key, boolean fillsContent) {
    private static final Set<String> HEAD = Set.of("path", "query", "header");
    private static final Set<String> CONTENT = Set.of("body", "websocket");

    static @Nullable AgentVaultSubstitution read(DocumentNode node, Findings findings) {
        Map<String, Member> fields = Fields.members(node);
        Set<String> places =
                Fields.texts(fields, "in").stream().map(Scalar::text).collect(Collectors.toSet());
        boolean some = places.stream().anyMatch(CONTENT::contains);
        if (!places.containsAll(HEAD) || (some && !places.containsAll(CONTENT))) {
            String message =
                    "substitutions: a placeholder is filled in everywhere in a head, and in bodies and messages"
                            + " or in neither";
            String help = "where that is meant, write in: [path, query, header], with body and websocket or without";
            findings.error(node.place(), DiagnosticCode.NOT_EXACT, message, help);
            return null;
        }
        return new AgentVaultSubstitution(Fields.text(fields, "key"), some);
    }

    /** @param bound endpoints of the service */
    ImportedProvider provider(String name, List<String> bound) {
        List<String> notes = List.of(
                "The document does not have the secret: the gateway reads it from " + key + ".",
                "The sandbox gets the variable " + key + " in place of a fixed placeholder.");
        return new ImportedProvider(
                name,
                notes,
                new ImportedSecret.Environment(key),
                bound,
                List.of(),
                List.of(key),
                null,
                Map.of(),
                fillsContent);
    }
}
