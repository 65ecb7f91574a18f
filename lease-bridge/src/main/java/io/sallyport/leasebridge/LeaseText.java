package io.sallyport.leasebridge;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.model.Provenance;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A lease as written: strings with their positions, not yet validated.
 *
 * @param capabilities in order of appearance, each name once
 * @param constraints its constraints, or null if there are none
 */
record LeaseText(List<Listed> capabilities, @Nullable Constraints constraints) {
    /** One capability and its list. */
    record Listed(String name, Place place, List<DocumentNode.Scalar> values) {}

    /** Returns where each pattern is written in the document of {@code findings}, by rule name. */
    Map<String, Provenance> places(Findings findings) {
        Map<String, Provenance> places = new HashMap<>();
        for (Listed listed : capabilities) {
            for (int i = 0; i < listed.values().size(); i++) {
                Place place = listed.values().get(i).at(0);
                places.put(
                        LeaseGrants.rule(listed.name(), i),
                        new Provenance(findings.file(), place.line(), place.column(), null));
            }
        }
        return places;
    }

    /** {@code lease_constraints}; all but {@code expiresAt} are this gateway's own, and no part of ARCP. */
    record Constraints(
            DocumentNode.@Nullable Scalar expiresAt,
            DocumentNode.@Nullable Scalar maxUses,
            @Nullable DocumentNode hosts) {
        static final Constraints NONE = new Constraints(null, null, null);
    }
}
