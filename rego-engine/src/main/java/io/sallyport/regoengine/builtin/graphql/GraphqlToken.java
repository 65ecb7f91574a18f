package io.sallyport.regoengine.builtin.graphql;

import java.util.List;

/**
 * A token of a GraphQL document.
 *
 * @param value the name, number, or string without its quotes; empty for punctuation
 * @param at index of its first character
 * @param comments the comments directly before it, with their {@code #}
 */
record GraphqlToken(Kind kind, String value, int at, List<String> comments) {
    enum Kind {
        END("<EOF>"),
        BANG("!"),
        DOLLAR("$"),
        AMP("&"),
        PAREN_LEFT("("),
        PAREN_RIGHT(")"),
        SPREAD("..."),
        COLON(":"),
        EQUALS("="),
        AT("@"),
        BRACKET_LEFT("["),
        BRACKET_RIGHT("]"),
        BRACE_LEFT("{"),
        BRACE_RIGHT("}"),
        PIPE("|"),
        NAME("Name"),
        INT("Int"),
        FLOAT("Float"),
        STRING("String"),
        BLOCK_STRING("BlockString");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    boolean is(Kind wanted) {
        return kind == wanted;
    }

    /** Returns whether this is the name {@code word}. */
    boolean isWord(String word) {
        return kind == Kind.NAME && value.equals(word);
    }

    @Override
    public String toString() {
        return value.isEmpty() ? kind.toString() : "%s \"%s\"".formatted(kind, value);
    }
}
