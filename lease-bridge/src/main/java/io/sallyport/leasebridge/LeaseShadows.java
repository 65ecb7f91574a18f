package io.sallyport.leasebridge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds lines of a lease that grant nothing of their own, by the automata that compare leases. */
public final class LeaseShadows {
    /** Limit of the patterns of one capability that are compared with each other; of a longer list, none is. */
    public static final int MAX_PATTERNS = 500;

    private LeaseShadows() {}

    /**
     * A line, and one that covers it.
     *
     * @param rule of the line, such as {@code lease:net.fetch[1]}
     * @param text of the line, as written
     * @param by the text of the line that covers it
     */
    public record Shadow(String rule, String text, String by) {}

    /** Returns each line that another one covers; of two that cover each other, the later. */
    public static List<Shadow> of(Lease lease) {
        List<Shadow> found = new ArrayList<>();
        for (Map.Entry<String, List<LeasePattern>> entry : lease.capabilities().entrySet()) {
            if (entry.getValue().size() <= MAX_PATTERNS) {
                find(entry.getKey(), entry.getValue(), found);
            }
        }
        return List.copyOf(found);
    }

    private static void find(String capability, List<LeasePattern> patterns, List<Shadow> found) {
        var effort = new ComparisonBudget();
        for (int i = 0; i < patterns.size(); i++) {
            int line = i;
            coverOf(capability, patterns, i, effort).ifPresent(by -> {
                LeasePattern pattern = patterns.get(line);
                found.add(new Shadow(LeaseGrants.rule(capability, line), pattern.text(), by.text()));
            });
        }
    }

    private static Optional<LeasePattern> coverOf(
            String capability, List<LeasePattern> patterns, int at, ComparisonBudget effort) {
        LeasePattern inner = patterns.get(at);
        for (int i = 0; i < patterns.size(); i++) {
            if (i != at && covers(capability, patterns.get(i), inner, effort)) {
                boolean isEqual = covers(capability, inner, patterns.get(i), effort);
                if (!isEqual || i < at) {
                    return Optional.of(patterns.get(i));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean covers(String capability, LeasePattern outer, LeasePattern inner, ComparisonBudget effort) {
        return new PatternCover(capability, List.of(outer), effort).isCovered(inner);
    }
}
