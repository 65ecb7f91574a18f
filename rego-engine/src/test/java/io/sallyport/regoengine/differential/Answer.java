package io.sallyport.regoengine.differential;

import io.sallyport.regoengine.run.FailureKind;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answer of an engine.
 *
 * @param kind {@code defined}, {@code undefined}, or the kind of error
 * @param value if defined
 * @param note for people, not compared
 * @param unindexed how OPA fails without its index of rules, in a body that the index passes over; null elsewhere
 */
record Answer(
        String kind,
        @Nullable RegoValue value,
        String note,
        @Nullable Answer unindexed) {
    static final String DEFINED = "defined";
    static final String UNDEFINED = "undefined";
    static final String LIMIT = "limit";
    static final String CONFLICT = "eval_conflict_error";
    static final String BUILTIN = "eval_builtin_error";
    static final String TYPE = "eval_type_error";

    Answer(String kind, @Nullable RegoValue value, String note) {
        this(kind, value, note, null);
    }

    static Answer of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Defined(var value, var _) -> new Answer(DEFINED, value, "");
            case Outcome.Undefined _ -> new Answer(UNDEFINED, null, "");
            case Outcome.Failed failed -> new Answer(kind(failed.kind()), null, failed.message());
        };
    }

    private static String kind(FailureKind kind) {
        return switch (kind) {
            case LIMIT -> LIMIT;
            case CONFLICT -> CONFLICT;
            case BUILTIN -> BUILTIN;
            case TYPE -> TYPE;
            case INTERNAL -> "internal";
        };
    }

    /**
     * Parses OPA's answer, as written by the program next to it. If it is another without the index of rules, that one
     * counts, except for a failure: the index has passed over a body that fails.
     */
    static Answer ofOpa(RegoObject told) {
        Answer indexed = said(told);
        if (!(told.get("unindexed") instanceof RegoObject other)) {
            return indexed;
        }
        Answer unindexed = said(other);
        return unindexed.isFailure() ? new Answer(indexed.kind, indexed.value, indexed.note, unindexed) : unindexed;
    }

    boolean isFailure() {
        return isBuiltinError() || isConflict();
    }

    boolean isConflict() {
        return kind.equals(CONFLICT);
    }

    private static Answer said(RegoObject told) {
        String kind = text(told, "kind");
        RegoValue value = told.get("value");
        return new Answer(
                kind, kind.equals(DEFINED) ? untagged(Objects.requireNonNull(value)) : null, text(told, "message"));
    }

    private static String text(RegoObject told, String field) {
        return told.get(field) instanceof RegoString text ? text.text() : "";
    }

    private static RegoValue untagged(RegoValue tagged) {
        if (tagged instanceof RegoArray array) {
            RegoArray made = RegoArray.growing(array.size());
            for (int i = 0; i < array.size(); i++) {
                made.append(untagged(array.get(i)));
            }
            return made;
        }
        if (!(tagged instanceof RegoObject object)) {
            return tagged;
        }
        if (object.get("set") instanceof RegoArray elements) {
            RegoSet made = RegoSet.growing();
            for (int i = 0; i < elements.size(); i++) {
                made.add(untagged(elements.get(i)));
            }
            return made;
        }
        EntryObject made = RegoObject.growing();
        RegoArray pairs = (RegoArray) Objects.requireNonNull(object.get("object"));
        for (int i = 0; i < pairs.size(); i++) {
            RegoArray pair = (RegoArray) pairs.get(i);
            made.put(untagged(pair.get(0)), untagged(pair.get(1)));
        }
        return made;
    }

    /** Returns whether a builtin failed; OPA's kinds of such errors depend on where it detected them. */
    boolean isBuiltinError() {
        return kind.equals(BUILTIN) || kind.equals(TYPE);
    }

    boolean agrees(Answer other) {
        return kind.equals(other.kind) && Objects.equals(value, other.value);
    }

    /** Returns the value, or the kind where there is none. */
    String brief() {
        return value == null ? kind : String.valueOf(value);
    }

    @Override
    public String toString() {
        return value == null ? kind + (note.isEmpty() ? "" : " (" + note + ")") : String.valueOf(value);
    }
}
