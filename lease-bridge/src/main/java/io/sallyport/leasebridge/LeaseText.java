package io.sallyport.leasebridge;

import io.sallyport.model.CapabilityName;
import io.sallyport.model.Provenance;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A lease as it was written: strings and their places, nothing judged yet.
 *
 * @param capabilities in order of appearance, no name twice
 * @param constraints its constraints, or null where none are given
 */
record LeaseText(List<Listed> capabilities, @Nullable Constraints constraints) {
    /**
     * One string of the document.
     *
     * @param place where its text begins
     * @param plain it stands there without escapes, so that places inside it are known too
     */
    record Written(String text, Place place, boolean plain) {
        /** Where that character of the text stands, as near as it is known. */
        Place at(int index) {
            return plain ? place.plus(index) : place;
        }
    }

    /** One capability and its list. */
    record Listed(String name, Place place, List<Written> values) {}

    /** Where each pattern of {@code net.fetch} stands in the document that {@code findings} are of, by the name of its rule. */
    Map<String, Provenance> urls(Findings findings) {
        Map<String, Provenance> places = new HashMap<>();
        for (Listed listed : capabilities) {
            for (int i = 0;
                    listed.name().equals(CapabilityName.NET_FETCH)
                            && i < listed.values().size();
                    i++) {
                Place place = listed.values().get(i).place();
                places.put(LeaseGrants.rule(listed.name(), i), findings.at(place));
            }
        }
        return places;
    }

    /** {@code lease_constraints}. */
    record Constraints(@Nullable Written expiresAt) {}
}
