package io.sallyport.model.host;

import java.util.List;

/**
 * The names that the gateway answers itself, and all below them: no policy grants them but as API servers, no resolver is asked
 * about them, and no alias or DNS answer may claim them.
 */
public final class GatewayNames {
    /** The gateway as its sandboxes call it. */
    public static final String GATEWAY = "sallyport.internal";

    private static final List<String> OWN = List.of(GATEWAY, ApiServerHost.DOMAIN, ApiServerHost.ALIAS);

    private GatewayNames() {}

    /** Whether {@code name}, canonical, is one of them or lies below one. */
    public static boolean isOwn(String name) {
        for (int i = 0; i < OWN.size(); i++) { // asked of each request: no iterator
            if (isWithin(name, OWN.get(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWithin(String name, String domain) {
        return name.endsWith(domain)
                && (name.length() == domain.length() || name.charAt(name.length() - domain.length() - 1) == '.');
    }
}
