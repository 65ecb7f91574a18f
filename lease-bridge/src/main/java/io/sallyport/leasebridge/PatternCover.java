package io.sallyport.leasebridge;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares the patterns of one capability with those of a parent: one of the parent's must cover each of them. Confined
 * to its thread.
 */
final class PatternCover {
    /** Limit of a parent's patterns that are walked together in search of a witness. */
    static final int MAX_TOGETHER = 64;

    private final String name;
    private final Capability capability;
    private final List<LeasePattern> outer;
    private final Set<String> texts;
    private final ComparisonBudget effort;

    PatternCover(String name, List<LeasePattern> outer, ComparisonBudget effort) {
        this.name = name;
        this.capability = Capability.named(name);
        this.outer = outer;
        this.texts = outer.stream().map(LeasePattern::text).collect(Collectors.toSet());
        this.effort = effort;
    }

    /** Compares patterns; the first without proof that it is covered is a violation. */
    LeaseSubset compare(List<LeasePattern> inner) {
        return inner.stream()
                .filter(pattern -> !isCovered(pattern))
                .findFirst()
                .<LeaseSubset>map(this::violation)
                .orElseGet(LeaseSubset.Within::new);
    }

    /** Returns whether one of the outer patterns is proven to cover {@code inner}. */
    boolean isCovered(LeasePattern inner) {
        return covering(inner) != null;
    }

    /** Returns the outer pattern that is proven to cover {@code inner}: an equal one, else the first; or null. */
    @Nullable
    LeasePattern covering(LeasePattern inner) {
        if (isFolded(inner)) {
            return null;
        }
        return texts.contains(inner.text())
                ? inner
                : outer.stream()
                        .filter(pattern -> covers(pattern, inner))
                        .findFirst()
                        .orElse(null);
    }

    private boolean covers(LeasePattern pattern, LeasePattern inner) {
        return switch (inner) {
            case LeasePattern.Url(var urls) ->
                pattern instanceof LeasePattern.Url(var outerUrls) && new UrlCover(effort).covers(outerUrls, urls);
            case LeasePattern.Named named ->
                pattern instanceof LeasePattern.Named outerName
                        && compare(named, List.of(outerName)) instanceof PatternContainment.Covered;
        };
    }

    private PatternContainment.Outcome compare(LeasePattern.Named inner, List<LeasePattern.Named> outers) {
        List<PatternAutomaton> automata =
                outers.stream().map(name -> name.glob().automaton()).toList();
        CanonicalForm form = capability == Capability.FILE ? CanonicalForm.FILE_PATH : CanonicalForm.NAME;
        return PatternContainment.of(inner.glob().automaton(), automata, form, this::isCanonical, effort);
    }

    private boolean isCanonical(String text) {
        LeaseTarget target = LeaseTarget.parse(capability, text);
        return target != null && target.text().equals(text);
    }

    /**
     * Returns whether a pattern has dot segments. They are refused in a child's pattern rather than folded, since its
     * author may have meant something else.
     */
    private boolean isFolded(LeasePattern inner) {
        boolean isPath = capability == Capability.URL || capability == Capability.FILE;
        String path = isPath ? inner.text().split("\\?", 2)[0] : "";
        return List.of(path.split("/", -1)).stream().anyMatch(segment -> segment.equals(".") || segment.equals(".."));
    }

    private SubsetViolation violation(LeasePattern inner) {
        if (isFolded(inner)) {
            return new SubsetViolation(name, inner.text(), "a child's pattern takes no dot segments", null);
        }
        String witness = witness(inner);
        String why = witness == null
                ? "not proven to be covered by one pattern of the parent"
                : "covers what the parent does not";
        return new SubsetViolation(name, inner.text(), why, witness);
    }

    private @Nullable String witness(LeasePattern inner) {
        String found = outer.size() > MAX_TOGETHER
                ? null
                : switch (inner) {
                    case LeasePattern.Url(var urls) -> new UrlWitness(urls, outer, effort).find();
                    case LeasePattern.Named named ->
                        compare(
                                                named,
                                                outer.stream()
                                                        .map(LeasePattern.Named.class::cast)
                                                        .toList())
                                        instanceof PatternContainment.Witness(var text)
                                ? text
                                : null;
                };
        return found;
    }
}
