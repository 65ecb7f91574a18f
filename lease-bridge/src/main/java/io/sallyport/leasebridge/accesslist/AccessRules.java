package io.sallyport.leasebridge.accesslist;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules of an access list, of which the first that holds decides. What none holds for is denied. Found by the names
 * of hosts, where rules have some. Immutable once they are made.
 */
final class AccessRules {
    private final List<AccessRule> rules;
    private final Map<String, List<Integer>> byName = new HashMap<>();
    private final List<Integer> ofAnyName = new ArrayList<>();

    AccessRules(List<AccessRule> rules) {
        this.rules = List.copyOf(rules);
        for (int i = 0; i < rules.size(); i++) {
            Set<String> keys = rules.get(i).keys();
            if (keys == null) {
                ofAnyName.add(i);
            } else {
                for (String key : keys) {
                    byName.computeIfAbsent(key, _ -> new ArrayList<>()).add(i);
                }
            }
        }
    }

    List<AccessRule> rules() {
        return rules;
    }

    /** Returns the number of rules that are asked about every host. */
    int ofAnyName() {
        return ofAnyName.size();
    }

    /**
     * Returns the rule that allows a target; null if it is denied. A denial that may hold is taken to hold, and an
     * allowance that may not hold is passed over, so that never more is allowed than by the list.
     */
    @Nullable
    AccessRule allowing(AccessTarget target) {
        AccessRule deciding = deciding(target);
        return deciding != null && deciding.allows() ? deciding : null;
    }

    /** Returns the rule that decides; null if there is none. */
    @Nullable
    AccessRule deciding(AccessTarget target) {
        for (int number : asked(target.host())) {
            AccessRule rule = rules.get(number);
            Truth truth = rule.holds(target);
            if (truth == Truth.YES || (truth == Truth.UNKNOWN && !rule.allows())) {
                return rule;
            }
        }
        return null;
    }

    /** Returns whether a rule that allows a target, which is allowed, names its port by its number. */
    boolean namesPort(AccessTarget target) {
        for (int number : asked(target.host())) {
            AccessRule rule = rules.get(number);
            if (rule.allows() && rule.namesPort(target.port()) && rule.holds(target) == Truth.YES) {
                return true;
            }
        }
        return false;
    }

    private int[] asked(HostCell host) {
        Stream<Integer> named = Stream.concat(Stream.of(host.name()), host.above())
                .distinct()
                .flatMap(name -> byName.getOrDefault(name, List.of()).stream());
        return Stream.concat(named, ofAnyName.stream())
                .mapToInt(Integer::intValue)
                .sorted()
                .toArray();
    }
}
