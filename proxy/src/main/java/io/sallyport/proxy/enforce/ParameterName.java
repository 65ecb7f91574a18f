package io.sallyport.proxy.enforce;

import io.sallyport.proxy.listener.RoutingFields;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Under which name a server has a parameter of a query, where that is another than the client wrote. PHP
 * ({@code php_register_variable_ex}) drops leading spaces, ends the name at a NUL, and has {@code _} for a space, a dot
 * and a bracket that is not closed; a bracket that is closed begins an index. Rack and qs take the brackets around a
 * first word away. All of these are asked.
 */
final class ParameterName {
    private ParameterName() {}

    /** Whether some server takes the parameter's value for the method. */
    static boolean namesMethod(String name) {
        String php = asPhp(name);
        return RoutingFields.namesMethod(php)
                || RoutingFields.namesMethod(beforeBracket(php))
                || RoutingFields.namesMethod(asRack(name));
    }

    /** Whether a query that cannot be read, here decoded, has such a name somewhere. */
    static boolean mayNameMethod(String query) {
        StringBuilder folded = new StringBuilder(query.length());
        for (char c : query.toLowerCase(Locale.ROOT).toCharArray()) {
            boolean same = Character.isLetterOrDigit(c) || c == '&' || c == ';' || c == '=';
            folded.append(same ? c : '_');
        }
        return Stream.of("_method", "httpmethod", "method_override").anyMatch(word -> folded.indexOf(word) >= 0);
    }

    private static String asPhp(String name) {
        int nul = name.indexOf('\0');
        String cut = nul < 0 ? name : name.substring(0, nul);
        int from = 0;
        while (from < cut.length() && cut.charAt(from) == ' ') {
            from++;
        }
        return cut.substring(from);
    }

    private static String beforeBracket(String name) {
        int bracket = name.indexOf('[');
        return bracket < 0 ? name : name.substring(0, bracket);
    }

    private static String asRack(String name) {
        int from = 0;
        while (from < name.length() && isBracket(name.charAt(from))) {
            from++;
        }
        int to = from;
        while (to < name.length() && !isBracket(name.charAt(to))) {
            to++;
        }
        return name.substring(from, to);
    }

    private static boolean isBracket(char c) {
        return c == '[' || c == ']';
    }
}
