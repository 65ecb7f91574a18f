package io.sallyport.leasebridge.network.glob;

import io.sallyport.leasebridge.Re2;

/** One part of a glob without alternatives. */
public sealed interface GlobPart {
    /** A character as it is. */
    record Text(String character) implements GlobPart {}

    /** Any characters, or none. */
    record Stars(int count) implements GlobPart {}

    /** Any one character. */
    record One() implements GlobPart {}

    /**
     * One character of a class, or one that is not of it.
     *
     * @param members of the class, as RE2 takes them in brackets
     * @param sample a character that may be of it
     */
    record OneOf(boolean negated, String members, String sample) implements GlobPart {}

    /** Returns an expression of RE2 for it, by which no wildcard matches {@code separator}; that may be empty. */
    default String re2(String separator) {
        String stops = Re2.quote(separator);
        return switch (this) {
            case Text(String character) -> Re2.quote(character);
            case Stars _ -> one(stops) + "*";
            case One _ -> one(stops);
            case OneOf(boolean negated, String members, String _) ->
                negated ? "[^" + stops + members + "]" : "[" + members + "]";
        };
    }

    private static String one(String stops) {
        return stops.isEmpty() ? "." : "[^" + stops + "]";
    }

    /** Returns a text that it matches. */
    default String sample() {
        return switch (this) {
            case Text(String character) -> character;
            case Stars _, One _ -> "a";
            case OneOf(boolean negated, String _, String sample) -> negated ? "a" : sample;
        };
    }
}
