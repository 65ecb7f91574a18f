package io.sallyport.leasebridge;

/**
 * The syntax of canonical targets, as a small automaton: text without canonical form is never a target, so it needs no
 * cover. State -1 is dead.
 */
enum CanonicalForm {
    /** Begins with a slash; only the last segment may be empty. */
    URL_PATH('/', true) {
        @Override
        int first(char c) {
            return c == '/' ? AFTER_SEPARATOR : DEAD;
        }
    },
    /** Absolute or relative; no empty segment, except in the root itself. */
    FILE_PATH('/', false) {
        @Override
        int first(char c) {
            return c == '/' ? ROOT : IN_SEGMENT;
        }
    },
    /** Labels separated by dots. */
    HOST('.', false) {
        @Override
        int first(char c) {
            return c == '.' ? DEAD : IN_SEGMENT;
        }
    },
    /** Any nonempty text. */
    NAME('\0', false) {
        @Override
        int first(char c) {
            return IN_SEGMENT;
        }
    };

    static final int START = 0;
    static final int DEAD = -1;
    private static final int IN_SEGMENT = 1;
    private static final int AFTER_SEPARATOR = 2;
    private static final int ROOT = 3;

    private final char separator;
    private final boolean mayEndInSeparator;

    CanonicalForm(char separator, boolean mayEndInSeparator) {
        this.separator = separator;
        this.mayEndInSeparator = mayEndInSeparator;
    }

    abstract int first(char c);

    /** Returns the state after {@code c}. */
    int next(int state, char c) {
        if (state == START) {
            return first(c);
        }
        if (c != separator) {
            return IN_SEGMENT;
        }
        return state == IN_SEGMENT ? AFTER_SEPARATOR : DEAD;
    }

    boolean isWhole(int state) {
        return state == IN_SEGMENT || state == ROOT || (state == AFTER_SEPARATOR && mayEndInSeparator);
    }
}
