package io.sallyport.audit;

import io.sallyport.model.CanonicalQuery;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The names of a query's parameters, as they were sent. A part without an equals sign is no name: it may be a secret.
 * Stateless.
 */
public final class QueryNames {
    /** How many names a record holds, {@link #OTHERS} among them. */
    public static final int MAX_NAMES = 32;

    /** How many characters, of one byte each, a name has. */
    public static final int MAX_NAME_CHARS = 64;

    /** Stands for all parts that are no names, or have no room. */
    public static final String OTHERS = "*";

    /** How many parts are looked at. */
    private static final int MAX_PARTS = 256;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.$@:%~\\[\\]-]{1," + MAX_NAME_CHARS + "}");

    private QueryNames() {}

    /** Returns the names, sorted and without a repetition; empty if the request has no query. */
    public static List<String> of(CanonicalQuery query) {
        String text = query.text();
        if (text == null || text.isEmpty()) {
            return List.of();
        }
        var names = new TreeSet<String>();
        String[] parts = text.split("&", MAX_PARTS + 1);
        for (int i = 0; i < parts.length; i++) {
            String name = i < MAX_PARTS ? name(parts[i]) : OTHERS;
            names.add(names.size() < MAX_NAMES - 1 || names.contains(name) ? name : OTHERS);
        }
        return List.copyOf(names);
    }

    private static String name(String part) {
        int equals = part.indexOf('=');
        return equals > 0 && NAME.matcher(part.substring(0, equals)).matches() ? part.substring(0, equals) : OTHERS;
    }
}
