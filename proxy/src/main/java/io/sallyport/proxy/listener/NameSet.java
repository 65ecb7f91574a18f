package io.sallyport.proxy.listener;

/**
 * A fixed set of field names, asked without regard to case, and with all that is no letter or digit taken for one
 * character: as {@code HTTP_X_HOST} of CGI, {@code X-Host}, {@code X_Host} and {@code X.Host} are one name. Immutable.
 */
public final class NameSet {
    private final String[] table;
    private final int mask;

    private NameSet(String[] table) {
        this.table = table;
        this.mask = table.length - 1;
    }

    public static NameSet of(String... names) {
        String[] table = new String[Integer.highestOneBit(names.length) * 4];
        NameSet set = new NameSet(table);
        for (String name : names) {
            int at = hash(name) & set.mask;
            while (table[at] != null) {
                at = (at + 1) & set.mask;
            }
            table[at] = name;
        }
        return set;
    }

    public boolean contains(String name) {
        int at = hash(name) & mask;
        while (table[at] != null) {
            if (isSame(table[at], name)) {
                return true;
            }
            at = (at + 1) & mask;
        }
        return false;
    }

    private static int hash(String name) {
        int hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = 31 * hash + folded(name.charAt(i));
        }
        return hash ^ (hash >>> 16);
    }

    /** Whether both are one name, by the same folding. */
    public static boolean isSame(String ours, String name) {
        return ours.length() == name.length() && isAt(name, 0, ours);
    }

    /** Whether {@code name} stands at that place of {@code text}, by the same folding. */
    static boolean isAt(String text, int from, String name) {
        if (from < 0 || text.length() - from < name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (folded(text.charAt(from + i)) != folded(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** As CGI folds the names of fields into those of variables. */
    private static char folded(char c) {
        if (c >= 'A' && c <= 'Z') {
            return (char) (c + ('a' - 'A'));
        }
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '-';
    }
}
