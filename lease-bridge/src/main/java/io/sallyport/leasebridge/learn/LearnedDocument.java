package io.sallyport.leasebridge.learn;

import io.sallyport.leasebridge.accesslist.ImportedForm;
import io.sallyport.model.CanonicalRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The least document that admits what was seen, with its tests. Hosts are exact. Immutable.
 *
 * @param text YAML of a network policy with comments, or JSON of a lease
 * @param tests in Rego; of a lease they have the comments
 * @param requests what it was made of, and admits
 * @param hosts how many hosts it names
 * @param unlearned what it was not made of
 */
public record LearnedDocument(
        String text, String tests, List<CanonicalRequest> requests, int hosts, Map<Unlearned, Sighting> unlearned) {
    /**
     * How many siblings become one rule where nobody says another number: two may be chance, and {@code policy suggest}
     * has always taken three.
     */
    public static final int MERGE_PATHS = 3;

    public LearnedDocument {
        requests = List.copyOf(requests);
        unlearned = new LinkedHashMap<>(unlearned);
    }

    /**
     * Returns the document for what was observed.
     *
     * @param mergePaths how many paths that differ in one number or id become one rule; 0 for never
     */
    public static LearnedDocument of(Observed observed, LearningScreen screen, ImportedForm form, int mergePaths) {
        LearnedRules all = LearnedRules.of(observed, screen, mergePaths);
        LearnedRules rules = form == ImportedForm.LEASE ? all.ofLease() : all;
        String comments = LearnedComments.of(rules, observed.unheld());
        String text = switch (form) {
            case POLICY -> comments + LearnedPolicy.of(rules);
            case LEASE -> LearnedLease.of(rules);
        };
        return new LearnedDocument(
                text,
                LearnedTests.of(rules, form, form == ImportedForm.LEASE ? comments : ""),
                rules.requests(),
                rules.hosts().size(),
                rules.unlearned());
    }
}
