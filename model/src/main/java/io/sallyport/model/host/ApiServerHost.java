package io.sallyport.model.host;

import io.sallyport.model.Scheme;

/**
 * The names of API servers on the host: {@code NAME.api.internal}. They exist in no DNS; a request for one is of the scheme
 * {@link Scheme#API}, and so is what grants that very name: what grants {@code http} for any number of names grants none of
 * these. {@link #ALIAS} with the port of a server means that server, for policies that were written so.
 */
public final class ApiServerHost {
    /** Another name of all of a run's servers, told apart by their ports. */
    public static final String ALIAS = "host.openshell.internal";

    /** What their names lie below. */
    static final String DOMAIN = "api.internal";

    private static final String SUFFIX = "." + DOMAIN;

    private ApiServerHost() {}

    /** Whether {@code host}, canonical, is such a name. */
    public static boolean is(String host) {
        return host.length() > SUFFIX.length()
                && host.endsWith(SUFFIX)
                && host.indexOf('.') == host.length() - SUFFIX.length();
    }

    /** What stands before {@code .api.internal}; of names for which {@link #is} holds. */
    public static String name(String host) {
        return host.substring(0, host.length() - SUFFIX.length());
    }

    /** The host name of the server of that name. */
    public static String of(String name) {
        return name + SUFFIX;
    }
}
