package io.sallyport.documents;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a JSON or YAML document with its place. Immutable. Plain scalars are read by the core schema (YAML 1.2.2 section
 * 10.3), which JSON's own words are part of.
 */
public sealed interface Node {
    Place place();

    /** What it is, for messages, in the words of JSON. */
    String kind();

    /** How a scalar is written. */
    enum Style {
        /** Without quotes, as a number is. */
        PLAIN,
        /** Between quotes, character for character. */
        QUOTED,
        /** Otherwise: places inside of it are not known. */
        ESCAPED,
        /**
         * A document inside of the document, as it is written there: its own reader reads and judges it. Found only where
         * {@link JsonReader.Bounds} say so.
         */
        EMBEDDED
    }

    /** A scalar; {@code text} is what it means, without quotes and escapes. */
    record Scalar(String text, Style style, Place place) implements Node {
        private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
        private static final Set<String> TRUE = Set.of("true", "True", "TRUE");
        private static final Set<String> FALSE = Set.of("false", "False", "FALSE");

        public boolean isPlain() {
            return style == Style.PLAIN;
        }

        public boolean isNull() {
            return isPlain() && NULLS.contains(text);
        }

        /** The truth value, or null where this is none. */
        public @Nullable Boolean truth() {
            if (isPlain() && TRUE.contains(text)) {
                return Boolean.TRUE;
            }
            return (isPlain() && FALSE.contains(text)) ? Boolean.FALSE : null;
        }

        /** The whole number in decimal digits, or null where this is none or larger than nine digits. */
        public @Nullable Integer number() {
            return isPlain() && text.matches("[-+]?[0-9]{1,9}") ? Integer.valueOf(text) : null;
        }

        /** Whether it is a number of JSON. */
        public boolean isNumber() {
            return isPlain() && text.matches("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?");
        }

        /** Whether it is a string: what is not a document, and not a word or a number without quotes. */
        public boolean isString() {
            return style == Style.QUOTED || style == Style.ESCAPED;
        }

        /** Where that character of the text stands, as near as it is known. */
        public Place at(int index) {
            return switch (style) {
                case PLAIN -> place.plus(index);
                case QUOTED -> place.plus(index + 1);
                case ESCAPED, EMBEDDED -> place;
            };
        }

        @Override
        public String kind() {
            return switch (style == Style.EMBEDDED ? text.charAt(0) : ' ') {
                case '{' -> "an object";
                case '[' -> "an array";
                case '"' -> "a string";
                default -> kindOfWord();
            };
        }

        private String kindOfWord() {
            Scalar word = style == Style.EMBEDDED ? new Scalar(text, Style.PLAIN, place) : this;
            if (word.isNull()) {
                return "null";
            }
            if (word.truth() != null) {
                return "a boolean";
            }
            return word.isNumber() ? "a number" : "a string";
        }
    }

    record Items(List<Node> items, Place place) implements Node {
        public Items {
            items = List.copyOf(items);
        }

        @Override
        public String kind() {
            return "an array";
        }
    }

    /** A mapping, in JSON an object; its keys are text and stand once, in order of appearance. */
    record Members(Map<String, Member> members, Place place) implements Node {
        @Override
        public String kind() {
            return "an object";
        }
    }

    /** One value under its key. */
    record Member(Place keyPlace, Node value) {}
}
