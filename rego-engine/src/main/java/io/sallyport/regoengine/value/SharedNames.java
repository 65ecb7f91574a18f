package io.sallyport.regoengine.value;

import org.jspecify.annotations.Nullable;

/**
 * The names that plans, data and requests share, such as {@code method} or {@code connect}. Each has one string, so
 * that a look-up usually matches its key by identity, without comparing texts. Bounded; a place that is taken stays
 * taken, and a name without a place is an ordinary string. Safe for concurrent use: threads that race create two equal
 * strings.
 */
final class SharedNames {
    private static final int MAX_LENGTH = 24;
    private static final int BITS = 12;

    /** The shared names of this process. */
    static final SharedNames ALL = new SharedNames();

    private final @Nullable RegoString[] places = new @Nullable RegoString[1 << BITS];

    /** Returns a string equal to {@code text}; the shared one, if it is a name and has a place. */
    RegoString of(String text) {
        if (!isName(text)) {
            return RegoString.of(text);
        }
        int place = (text.hashCode() * 0x9E3779B9) >>> (Integer.SIZE - BITS);
        RegoString held = places[place];
        if (held != null && held.text().equals(text)) {
            return held;
        }
        RegoString made = RegoString.of(text);
        if (held == null) {
            places[place] = made;
        }
        return made;
    }

    /**
     * Returns whether the text is a word of letters, digits and underscores; excludes hosts and paths, of which there
     * are too many.
     */
    private static boolean isName(String text) {
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean inside = letter || c == '_' || (i > 0 && c >= '0' && c <= '9');
            if (!inside) {
                return false;
            }
        }
        return true;
    }
}
