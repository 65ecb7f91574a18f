package io.sallyport.model.host;

import io.sallyport.model.Scheme;

/**
 * The names of API servers on the host: {@code NAME.api.internal}. They are not in DNS. A request for one has the
 * scheme {@link Scheme#API}, and so does a grant of exactly that name; a grant of {@code http} for a wildcard does not
 * cover them. {@link #ALIAS} with the port of a server means that server, for policies written that way.
 */
public final class ApiServerHost {
    /** Another name for all servers of a run, distinguished by port. */
    public static final String ALIAS = "host.openshell.internal";

    /** The domain of their names. */
    static final String DOMAIN = "api.internal";

    private static final String SUFFIX = "." + DOMAIN;

    private ApiServerHost() {}

    /** Returns whether {@code host}, canonical, is such a name. */
    public static boolean is(String host) {
        return host.length() > SUFFIX.length()
                && host.endsWith(SUFFIX)
                && host.indexOf('.') == host.length() - SUFFIX.length();
    }

    /** Returns the part before {@code .api.internal}, for names for which {@link #is} holds. */
    public static String name(String host) {
        return host.substring(0, host.length() - SUFFIX.length());
    }

    /** Returns the host name of the server of that name. */
    public static String of(String name) {
        return name + SUFFIX;
    }
}
