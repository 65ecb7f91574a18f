package io.sallyport.regoengine.builtin.collection;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.value.Elements;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The elements of an indexed array that a loop need run for, as an object of their positions. OPA has no such
 * functions; only a rewritten plan calls them ({@code plan.NarrowedLoops}).
 */
public final class LoopCandidates {
    public static final String IS_INDEXED = "internal.loop_is_indexed";
    public static final String EQUAL = "internal.loop_equal";
    public static final String MEMBERS = "internal.loop_members";

    public static final List<Builtin> ALL = List.of(
            Builtin.unary(IS_INDEXED, LoopCandidates::isIndexed),
            Builtin.binary(EQUAL, LoopCandidates::equal),
            Builtin.binary(MEMBERS, LoopCandidates::members));

    private LoopCandidates() {}

    /** Undefined if not. */
    private static @Nullable RegoValue isIndexed(BuiltinContext context, RegoValue scanned) {
        return scanned instanceof RegoArray array && array.isIndexed() ? RegoBoolean.TRUE : null;
    }

    /** Returns the elements of {@code scanned}, which is indexed, that equal {@code wanted}. */
    private static RegoValue equal(BuiltinContext context, RegoValue scanned, RegoValue wanted) {
        return new Candidates(context, (RegoArray) scanned).add(wanted).found();
    }

    /** Returns the elements of {@code scanned}, which is indexed, for which {@code x in wanted} holds. */
    private static RegoValue members(BuiltinContext context, RegoValue scanned, RegoValue wanted) {
        RegoArray array = (RegoArray) scanned;
        Candidates candidates = new Candidates(context, array);
        if (Elements.reaches(wanted, array.size())) {
            return scanned;
        }
        for (int i = 0; Elements.reaches(wanted, i); i++) {
            candidates.add(Elements.value(wanted, i));
        }
        return candidates.found();
    }

    /** Pays one step for each value that is looked for, and for each element found. */
    private static final class Candidates {
        private final BuiltinContext context;
        private final RegoArray array;
        private final TreeSet<Integer> positions = new TreeSet<>();

        Candidates(BuiltinContext context, RegoArray array) {
            this.context = context;
            this.array = array;
        }

        Candidates add(RegoValue wanted) {
            context.fuel().step();
            for (int at = array.first(wanted); at >= 0; at = array.next(at)) {
                context.fuel().step();
                if (!positions.add(at)) {
                    break;
                }
            }
            return this;
        }

        RegoObject found() {
            if (positions.isEmpty()) {
                return EntryObject.EMPTY;
            }
            context.fuel().makeValues(positions.size());
            EntryObject found = RegoObject.growing(positions.size());
            positions.forEach(at -> found.put(RegoNumber.of(at), array.get(at)));
            return found.sealed();
        }
    }
}
