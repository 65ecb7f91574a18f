package io.sallyport.proxy.listener;

/**
 * Fields by which some servers are told another target or another method than the request line's: what proxies write
 * for the servers behind them. A client has no use for them, and what is judged has to be what happens
 * (docs/decisions/canonical-targets.md). Names are compared as {@link NameSet} does.
 */
public final class RoutingFields {
    /** What a proxy says of the request as it got it, whatever word follows. */
    private static final String[] PREFIXES = {
        "X-Forwarded-", "X-Original-", "X-Rewrite-", "X-Real-", "X-Envoy-Original-", "X-MS-Original-"
    };

    /** Of those, what names a client or a scheme, neither a target nor a method. */
    private static final NameSet HARMLESS = NameSet.of("X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP");

    private static final NameSet TARGETS = NameSet.of(
            "Host",
            "Forwarded",
            "X-Host",
            "X-HTTP-Host-Override",
            "X-HTTP-Path-Override",
            "X-HTTP-URL-Override",
            "X-Replaced-Path",
            "X-Request-URI",
            "X-Script-Name",
            "X-WAWS-Unencoded-URL");

    private static final NameSet METHODS = NameSet.of(
            "-Method", "-HTTPMethod", "-HTTP-Method", "HTTP-Method", "X-HTTP-Method", "X-Method", "X-Request-Method");

    private RoutingFields() {}

    /** Whether the field, or the parameter of that name, says of a method that it is the request's. */
    public static boolean namesMethod(String name) {
        return beginsAsOne(name)
                && (METHODS.contains(name)
                        || endsIn(name, "Method-Override")
                        || (isOfAProxy(name) && endsIn(name, "-Method")));
    }

    /** Whether the field may name a target that is not the judged one. */
    public static boolean namesTarget(String name) {
        return beginsAsOne(name) && (TARGETS.contains(name) || isOfAProxy(name) || isSomeHost(name));
    }

    /** Most fields do not, and are asked nothing more. */
    private static boolean beginsAsOne(String name) {
        char first = name.isEmpty() ? 'a' : name.charAt(0);
        return "xXhHfFmM".indexOf(first) >= 0 || !Character.isLetterOrDigit(first);
    }

    private static boolean isOfAProxy(String name) {
        for (String prefix : PREFIXES) {
            if (NameSet.isAt(name, 0, prefix)) {
                return !HARMLESS.contains(name);
            }
        }
        return false;
    }

    /** {@code X-WORD-Host}; with more words it is somebody's data, as {@code x-amz-meta-ssh-host}. */
    private static boolean isSomeHost(String name) {
        int word = name.length() - "-Host".length();
        if (word < 3 || !endsIn(name, "-Host") || !NameSet.isAt(name, 0, "X-")) {
            return false;
        }
        return name.substring(2, word).chars().allMatch(Character::isLetterOrDigit);
    }

    private static boolean endsIn(String name, String suffix) {
        return NameSet.isAt(name, name.length() - suffix.length(), suffix);
    }
}
