package io.sallyport.model.host;

import java.util.List;

/**
 * The names that the gateway answers itself, with all names below them. No policy grants them except as API servers, no
 * resolver is asked about them, and no alias or DNS answer may claim them.
 */
public final class GatewayNames {
    /** The gateway, from the point of view of its sandboxes. */
    public static final String GATEWAY = "sallyport.internal";

    /** The models that the gateway leads to, from the point of view of its sandboxes. */
    public static final String MODELS = "inference." + GATEWAY;

    private static final List<String> OWN = List.of(GATEWAY, ApiServerHost.DOMAIN, ApiServerHost.ALIAS);

    private GatewayNames() {}

    /** Returns whether {@code name}, canonical, is one of them or below one. */
    public static boolean isOwn(String name) {
        for (int i = 0; i < OWN.size(); i++) { // called for each request: avoids an iterator
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
