package io.sallyport.leasebridge;

import org.jspecify.annotations.Nullable;

/** Reads one pattern of any capability but the budget. */
final class PatternReader {
    private PatternReader() {}

    /** A pattern, or why there is none. */
    sealed interface Parsed {}

    record Accepted(LeasePattern pattern) implements Parsed {}

    /** Refused; {@code at} is the index of the first offending char. */
    record Rejected(String why, int at) implements Parsed {}

    static Parsed read(Capability capability, String text) {
        return switch (capability) {
            case URL -> url(text);
            case FILE -> file(text);
            case TOOL, AGENT, MODEL, VENDOR, BUDGET -> name(capability, text);
        };
    }

    private static Parsed url(String text) {
        return switch (UrlPatternReader.read(text)) {
            case UrlPatternReader.Accepted(var pattern) -> new Accepted(new LeasePattern.Url(pattern));
            case UrlPatternReader.Rejected(var why, int at) -> new Rejected(why, at);
        };
    }

    private static Parsed file(String text) {
        return switch (FilePath.parse(text)) {
            case FilePath.Accepted(var path) ->
                new Accepted(new LeasePattern.Named(text, Glob.of(path, PatternKind.PATH)));
            case FilePath.Rejected(var why, int at) -> new Rejected(why, at);
        };
    }

    private static Parsed name(Capability capability, String text) {
        Rejected fault = nameFault(text);
        return fault == null ? new Accepted(new LeasePattern.Named(text, Glob.of(text, capability.patterns()))) : fault;
    }

    /** What is wrong with a name or a pattern of names, or null; names are opaque and not mended. */
    static @Nullable Rejected nameFault(String text) {
        if (text.isEmpty()) {
            return new Rejected("the name is empty", 0);
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return new Rejected("a control character in a name", i);
            }
        }
        int half = halfPair(text);
        if (half >= 0) {
            return new Rejected("half a surrogate pair in a name", half);
        }
        if (isSpace(text.charAt(0)) || isSpace(text.charAt(text.length() - 1))) {
            return new Rejected("white space at an end of a name", isSpace(text.charAt(0)) ? 0 : text.length() - 1);
        }
        return null;
    }

    /** Where half a surrogate pair stands, which no UTF-8 holds, or -1. */
    static int halfPair(String text) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int point = text.codePointAt(i);
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isSpace(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }
}
