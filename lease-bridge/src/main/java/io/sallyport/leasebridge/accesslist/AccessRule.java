package io.sallyport.leasebridge.accesslist;

import io.sallyport.documents.Place;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A rule of an access list: what it says holds where all its conditions hold.
 *
 * @param allows whether it allows; otherwise it denies
 */
record AccessRule(Place place, boolean allows, List<AccessCondition> all) {
    AccessRule {
        all = List.copyOf(all);
    }

    static AccessRule deny(Place place, AccessCondition... all) {
        return new AccessRule(place, false, List.of(all));
    }

    Truth holds(AccessTarget target) {
        Truth truth = Truth.YES;
        for (AccessCondition condition : all) {
            truth = truth.and(condition.holds(target));
        }
        return truth;
    }

    /** Returns the names without which it does not hold, at or above the host; null if there are none. */
    @Nullable
    Set<String> keys() {
        for (AccessCondition condition : all) {
            if (condition instanceof AccessCondition.Hosts(HostUnion any, boolean looksUp)
                    && !looksUp
                    && any.isOfKeys()) {
                return any.keys();
            }
        }
        return null;
    }

    /** Returns whether it holds for whatever is asked. */
    boolean holdsAlways() {
        return all.stream()
                .allMatch(condition ->
                        condition instanceof AccessCondition.Hosts(HostUnion any, boolean _) && any.isEvery());
    }

    boolean namesPort(int port) {
        return all.stream().anyMatch(condition -> condition.namesPort(port));
    }
}
