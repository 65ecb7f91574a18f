package io.sallyport.regoengine.footprint;

import io.sallyport.regoengine.plan.Plan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which parts of its input a query can come to, and whether it can ask for time or chance. Immutable.
 *
 * <p>It errs on one side: a change of the input that {@link #reads} denies never changes the answer; one that it affirms
 * may. A part that is read counts with all that it holds, unless it is only gone through to parts of it.
 */
public final class Footprint {
    /** Nothing of the input, at no moment. */
    public static final Footprint NOTHING = new Footprint(null, false);

    /** All of the input, and the moment: of what nobody looked into. */
    public static final Footprint EVERYTHING = new Footprint(Fields.WHOLE, true);

    private final @Nullable Fields input;
    private final boolean readsMoment;

    /** @param input what is read of the input; null where nothing is */
    Footprint(@Nullable Fields input, boolean readsMoment) {
        this.input = input;
        this.readsMoment = readsMoment;
    }

    /**
     * The footprint of a query.
     *
     * @throws IllegalArgumentException where {@code plan} has no query of that name
     */
    public static Footprint of(Plan plan, String query) {
        return plan.queries().stream()
                .filter(planned -> planned.name().equals(query))
                .findFirst()
                .map(planned -> new Tracing(plan).of(planned))
                .orElseThrow(() -> new IllegalArgumentException("query: " + query + " (expected: one of the plan's)"));
    }

    /** Whether a change at {@code path} of the input can change the answer; no keys at all are the input itself. */
    public boolean reads(String... path) {
        return input != null && input.reads(List.of(path));
    }

    /** Whether the query can ask for time or chance. */
    public boolean readsMoment() {
        return readsMoment;
    }

    /** What either reads. */
    public Footprint union(Footprint other) {
        Fields all = input == null ? other.input : input.union(other.input);
        return new Footprint(all, readsMoment || other.readsMoment);
    }

    /** The parts that are read, as Rego writes them, in order: {@code input.net.host}; {@code input} alone is all of it. */
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
