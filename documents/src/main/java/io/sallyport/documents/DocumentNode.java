package io.sallyport.documents;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A node of a JSON or YAML document, with its place. Immutable. Plain scalars are interpreted by the core schema (YAML
 * 1.2.2 section 10.3), which includes JSON's own words.
 */
public sealed interface DocumentNode {
    Place place();

    /** Returns what the node is, for messages, in the terms of JSON. */
    String kind();

    /** How a scalar is written. */
    enum Style {
        /** Without quotes, such as a number. */
        PLAIN,
        /** In quotes, character for character. */
        QUOTED,
        /** In another form; places inside of it are unknown. */
        ESCAPED,
        /**
         * An embedded document, as written; its own reader parses and checks it. Occurs only where {@link
         * JsonReader.Bounds} permit it.
         */
        EMBEDDED
    }

    /** A scalar; {@code text} is its value without quotes and escapes. */
    record Scalar(String text, Style style, Place place) implements DocumentNode {
        private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
        private static final Set<String> TRUE = Set.of("true", "True", "TRUE");
        private static final Set<String> FALSE = Set.of("false", "False", "FALSE");

        public boolean isPlain() {
            return style == Style.PLAIN;
        }

        public boolean isNull() {
            return isPlain() && NULLS.contains(text);
        }

        /** Returns the truth value, or null if it is not one. */
        public @Nullable Boolean truth() {
            if (isPlain() && TRUE.contains(text)) {
                return Boolean.TRUE;
            }
            return (isPlain() && FALSE.contains(text)) ? Boolean.FALSE : null;
        }

        /** Returns the whole number, or null if it is not one or has more than nine digits. */
        public @Nullable Integer number() {
            return isPlain() && text.matches("[-+]?[0-9]{1,9}") ? Integer.valueOf(text) : null;
        }

        /** Returns whether it is a JSON number. */
        public boolean isNumber() {
            return isPlain() && text.matches("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?");
        }

        /** Returns whether it is a string: not an embedded document, and not an unquoted word or number. */
        public boolean isString() {
            return style == Style.QUOTED || style == Style.ESCAPED;
        }

        /** Returns the place of the character at {@code index}, as exactly as it is known. */
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

    record Items(List<DocumentNode> items, Place place) implements DocumentNode {
        public Items {
            items = List.copyOf(items);
        }

        @Override
        public String kind() {
            return "an array";
        }
    }

    /** A mapping, in JSON an object. Its keys are unique texts in order of appearance. */
    record Members(Map<String, Member> members, Place place) implements DocumentNode {
        /** Returns the string in a member, or null if there is none: neither the member, nor a string in it. */
        public @Nullable String string(String name) {
            return value(name) instanceof Scalar scalar && scalar.isString() ? scalar.text() : null;
        }

        /** Returns the mapping in a member, or null if there is none. */
        public @Nullable Members object(String name) {
            return value(name) instanceof Members object ? object : null;
        }

        private @Nullable DocumentNode value(String name) {
            Member member = members.get(name);
            return member == null ? null : member.value();
        }

        @Override
        public String kind() {
            return "an object";
        }
    }

    /** A value and the place of its key. */
    record Member(Place keyPlace, DocumentNode value) {}
}
