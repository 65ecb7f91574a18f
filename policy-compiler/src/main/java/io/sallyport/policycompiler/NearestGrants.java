package io.sallyport.policycompiler;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Grant;
import io.sallyport.model.Question;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Selects the grants to consider for a question, the most similar first. */
final class NearestGrants {
    /** The key of an index for grants that cover every host. */
    private static final String ANY_HOST = "*";

    private NearestGrants() {}

    /**
     * Returns the grants of the question's kind: first those for its host or capability in the order of their
     * documents, then the others.
     */
    static List<Grant> closest(List<Grant> grants, Question question) {
        return switch (question) {
            case CanonicalRequest request ->
                grants.stream()
                        .filter(Grant.Net.class::isInstance)
                        .map(Grant.Net.class::cast)
                        .sorted(closest(request))
                        .<Grant>map(grant -> grant)
                        .toList();
            case CanonicalAction action ->
                grants.stream()
                        .filter(Grant.Named.class::isInstance)
                        .map(Grant.Named.class::cast)
                        .filter(grant -> CapabilityName.kindOf(grant.capability()) == action.kind())
                        .sorted(closest(action))
                        .<Grant>map(grant -> grant)
                        .toList();
        };
    }

    private static Comparator<Grant.Net> closest(CanonicalRequest request) {
        Set<String> keys = new HashSet<>(request.host().suffixes());
        keys.add(ANY_HOST);
        CanonicalPath path = request.path();
        String asked = path == null ? "" : path.text();
        return Comparator.comparing((Grant.Net grant) ->
                        !keys.contains(HostKey.of(grant.host()).key()))
                .thenComparingInt(grant -> -shared(grant.path().prefix(), asked));
    }

    private static Comparator<Grant.Named> closest(CanonicalAction action) {
        return Comparator.comparing((Grant.Named grant) -> !grant.capability().equals(action.capability()))
                .thenComparingInt(grant -> -shared(grant.text(), action.target()));
    }

    /** Returns the length of the common prefix, in chars. */
    private static int shared(String one, String other) {
        int shared = 0;
        while (shared < Math.min(one.length(), other.length()) && one.charAt(shared) == other.charAt(shared)) {
            shared++;
        }
        return shared;
    }
}
