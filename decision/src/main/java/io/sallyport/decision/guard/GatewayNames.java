package io.sallyport.decision.guard;

import io.sallyport.model.CanonicalHost;

/** The names that the gateway answers itself: no policy grants them, and nobody outside has them. */
final class GatewayNames {
    private GatewayNames() {}

    static boolean isOwn(CanonicalHost host) {
        return isAtOrBelow(host.text(), "sallyport.internal") || isAtOrBelow(host.text(), "api.internal");
    }

    private static boolean isAtOrBelow(String name, String own) {
        return name.equals(own) || name.endsWith("." + own);
    }
}
