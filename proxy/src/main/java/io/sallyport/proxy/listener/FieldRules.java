package io.sallyport.proxy.listener;

import org.jspecify.annotations.Nullable;

/**
 * What HTTP/2 allows in a field that is no pseudo-field (RFC 9113 section 8.2): names in lower case, values that are
 * values in HTTP/1.1 too, nothing that is said of one connection.
 */
final class FieldRules {
    private FieldRules() {}

    /** Why the field makes its message malformed, or null where it is well-formed. */
    static @Nullable String fault(String name, String value) {
        if (!isLowerCaseToken(name)) {
            return "a field name is not a token in lower case";
        }
        if (!isValue(value)) {
            return "the value of " + name + " holds a control character, or a space at an end";
        }
        return switch (name) {
            case "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade" ->
                name + " belongs to HTTP/1.1";
            case "te" -> value.equalsIgnoreCase("trailers") ? null : "TE is not trailers";
            default -> null;
        };
    }

    private static boolean isLowerCaseToken(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) >= 'A' && name.charAt(i) <= 'Z') {
                return false;
            }
        }
        return Tokens.isToken(name);
    }

    private static boolean isValue(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) > 0xff || !Tokens.isValue((byte) value.charAt(i))) {
                return false;
            }
        }
        return value.isEmpty()
                || (!Tokens.isBlank((byte) value.charAt(0))
                        && !Tokens.isBlank((byte) value.charAt(value.length() - 1)));
    }
}
