package io.sallyport.regoengine.footprint;

import io.sallyport.regoengine.plan.Plan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the input that a query can read, and whether it can depend on time or randomness. Immutable.
 *
 * <p>It is conservative: if {@link #reads} returns false, a change of that part never changes the answer; if it returns
 * true, a change may. A part that is read counts with everything that it contains, unless it is only traversed to reach
 * parts of it.
 */
public final class Footprint {
    /** Reads nothing and does not depend on the moment. */
    public static final Footprint NOTHING = new Footprint(null, false);

    /** Reads everything and depends on the moment: used if the policy was not analysed. */
    public static final Footprint EVERYTHING = new Footprint(ReadFields.WHOLE, true);

    private final @Nullable ReadFields input;
    private final boolean readsMoment;

    /** @param input the parts of the input that are read, or null if none are */
    Footprint(@Nullable ReadFields input, boolean readsMoment) {
        this.input = input;
        this.readsMoment = readsMoment;
    }

    /**
     * Computes the footprint of a query.
     *
     * @throws IllegalArgumentException if {@code plan} has no query of that name
     */
    public static Footprint of(Plan plan, String query) {
        return plan.queries().stream()
                .filter(planned -> planned.name().equals(query))
                .findFirst()
                .map(planned -> new Tracing(plan).of(planned))
                .orElseThrow(() -> new IllegalArgumentException("query: " + query + " (expected: one of the plan's)"));
    }

    /**
     * Returns whether a change at {@code path} of the input can change the answer; an empty path is the input itself.
     */
    public boolean reads(String... path) {
        return input != null && input.reads(List.of(path));
    }

    /** Returns whether the query can depend on time or randomness. */
    public boolean readsMoment() {
        return readsMoment;
    }

    /** Returns what either of them reads. */
    public Footprint union(Footprint other) {
        ReadFields all = input == null ? other.input : input.union(other.input);
        return new Footprint(all, readsMoment || other.readsMoment);
    }

    /**
     * Returns the parts that are read, in Rego's notation and sorted: {@code input.net.host}; {@code input} alone means
     * all of it.
     */
    public List<String> paths() {
        return input == null ? List.of() : input.paths("input");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Footprint that && paths().equals(that.paths()) && readsMoment == that.readsMoment;
    }

    @Override
    public int hashCode() {
        return 31 * paths().hashCode() + Boolean.hashCode(readsMoment);
    }

    @Override
    public String toString() {
        return paths() + (readsMoment ? " and the moment" : "");
    }
}
