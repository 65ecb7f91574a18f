package io.sallyport.proxy.relay;

/**
 * A fixed set of field names, asked without regard to case, and to {@code _} for {@code -}: some servers take the two for
 * the same (CGI), so what is dropped is dropped in both spellings. Immutable.
 */
final class NameSet {
    private final String[] table;
    private final int mask;

    private NameSet(String[] table) {
        this.table = table;
        this.mask = table.length - 1;
    }

    static NameSet of(String... names) {
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

    boolean contains(String name) {
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

    private static boolean isSame(String ours, String name) {
        if (ours.length() != name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (folded(ours.charAt(i)) != folded(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static char folded(char c) {
        if (c >= 'A' && c <= 'Z') {
            return (char) (c + ('a' - 'A'));
        }
        return c == '_' ? '-' : c;
    }
}
