package io.sallyport.regoengine.builtin.jsonschema;

import io.sallyport.regoengine.builtin.net.GoIpAddress;

/**
 * Parses a mail address (RFC 5322) like Go's {@code net/mail} (1.26): {@code a@b}, {@code Name <a@b>}, or a group that
 * contains one address. Confined to one call.
 */
final class MailAddress {
    private static final String SPECIALS = "()<>[]:;@\\,\"";

    private final String text;
    private int at;

    private MailAddress(String text) {
        this.text = text;
    }

    static boolean isOne(String text) {
        MailAddress reader = new MailAddress(text);
        return reader.address(true) && reader.skipComments() && reader.isAtEnd();
    }

    private boolean isAtEnd() {
        return at >= text.length();
    }

    private boolean isNext(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    private boolean take(char c) {
        if (isNext(c)) {
            at++;
            return true;
        }
        return false;
    }

    private void skipSpace() {
        while (isNext(' ') || isNext('\t')) {
            at++;
        }
    }

    private boolean skipComments() {
        skipSpace();
        while (take('(')) {
            if (!comment()) {
                return false;
            }
            skipSpace();
        }
        return true;
    }

    /** Parses a comment after its opening bracket. */
    private boolean comment() {
        int depth = 1;
        while (!isAtEnd() && depth > 0) {
            char c = text.charAt(at);
            if (c == '\\' && at + 1 < text.length()) {
                at++;
            } else if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            }
            at++;
        }
        return depth == 0;
    }

    private boolean address(boolean groups) {
        skipSpace();
        if (isAtEnd()) {
            return false;
        }
        int start = at;
        if (bare()) {
            skipSpace();
            return !take('(') || comment();
        }
        at = start;
        if (!isNext('<') && !phrase()) {
            return false;
        }
        skipSpace();
        if (groups && take(':')) {
            return group();
        }
        return take('<') && bare() && take('>');
    }

    /** Parses the addresses of a group; only a group of exactly one address is valid. */
    private boolean group() {
        return skipComments() && address(false) && skipComments() && take(';') && skipComments();
    }

    private boolean bare() {
        skipSpace();
        int start = at;
        boolean local = isNext('"') ? quoted() && at - start > 2 : atom(false);
        if (!local || !take('@')) {
            return false;
        }
        skipSpace();
        return isNext('[') ? literal() : atom(false);
    }

    private boolean phrase() {
        int words = 0;
        while (true) {
            if (words > 0 && !skipComments()) {
                return false;
            }
            skipSpace();
            int start = at;
            if (isAtEnd() || !(isNext('"') ? quoted() : atom(true))) {
                at = start;
                return words > 0;
            }
            words++;
        }
    }

    private boolean quoted() {
        boolean escaped = false;
        for (int i = at + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' && !escaped) {
                at = i + 1;
                return true;
            }
            if (!isVisible(c) && c != ' ' && c != '\t') {
                return false;
            }
            escaped = !escaped && c == '\\';
        }
        return false;
    }

    /** @param loose whether dots may occur anywhere */
    private boolean atom(boolean loose) {
        int start = at;
        while (at < text.length() && isVisible(text.charAt(at)) && SPECIALS.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String atom = text.substring(start, at);
        return !atom.isEmpty() && (loose || !(atom.startsWith(".") || atom.endsWith(".") || atom.contains("..")));
    }

    private boolean literal() {
        int end = text.indexOf(']', at);
        if (end < 0 || GoIpAddress.parse(text.substring(at + 1, end)) == null) {
            return false;
        }
        at = end + 1;
        return true;
    }

    private static boolean isVisible(char c) {
        return c > ' ' && c != 0x7f;
    }
}
