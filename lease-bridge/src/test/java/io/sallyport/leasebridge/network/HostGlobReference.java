package io.sallyport.leasebridge.network;

/** Matches a host against a written glob, character by character, as the specification describes it. */
final class HostGlobReference {
    private HostGlobReference() {}

    static boolean matches(String glob, String host) {
        int open = glob.indexOf('{');
        if (open >= 0) {
            int close = glob.indexOf('}', open);
            for (String choice : glob.substring(open + 1, close).split(",", -1)) {
                if (matches(glob.substring(0, open) + choice + glob.substring(close + 1), host)) {
                    return true;
                }
            }
            return false;
        }
        if (glob.startsWith("**.")) {
            int dot = host.indexOf('.');
            return dot > 0 && (rest(glob, 3, host, dot + 1) || matches(glob, host.substring(dot + 1)));
        }
        return rest(glob, 0, host, 0);
    }

    private static boolean rest(String glob, int at, String host, int from) {
        if (at == glob.length()) {
            return from == host.length();
        }
        char next = from < host.length() ? host.charAt(from) : '.';
        return switch (glob.charAt(at)) {
            case '*' -> {
                boolean whole = (at == 0 || glob.charAt(at - 1) == '.') && glob.charAt(at + 1) == '.';
                boolean none = !whole && rest(glob, at + 1, host, from);
                yield none || (next != '.' && (rest(glob, at + 1, host, from + 1) || rest(glob, at, host, from + 1)));
            }
            case '?' -> next != '.' && rest(glob, at + 1, host, from + 1);
            case '[' -> {
                int end = glob.indexOf(']', at);
                yield next != '.' && isOf(glob.substring(at + 1, end), next) && rest(glob, end + 1, host, from + 1);
            }
            default -> from < host.length() && glob.charAt(at) == next && rest(glob, at + 1, host, from + 1);
        };
    }

    private static boolean isOf(String members, char c) {
        if (members.startsWith("!")) {
            return !isOf(members.substring(1), c);
        }
        for (int i = 0; i < members.length(); i++) {
            boolean range = i + 2 < members.length() && members.charAt(i + 1) == '-';
            if (range ? c >= members.charAt(i) && c <= members.charAt(i + 2) : c == members.charAt(i)) {
                return true;
            }
            i += range ? 2 : 0;
        }
        return false;
    }
}
