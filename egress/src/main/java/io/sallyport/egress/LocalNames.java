package io.sallyport.egress;

import io.sallyport.model.host.CanonicalHost;
import java.util.Set;

/**
 * Names that have a meaning only on this machine or network. They are never resolved: they could reach what a public
 * name cannot, and a query tells the resolver what the sandbox looks for.
 */
final class LocalNames {
    private static final Set<String> TOP_LABELS = Set.of(
            "localhost", // RFC 6761 section 6.3
            "local", // RFC 6762; also Kubernetes' cluster.local
            "internal", // reserved for private use by ICANN in 2024; clouds' metadata and instance names
            "test", // RFC 6761 section 6.2
            "invalid", // RFC 6761 section 6.4
            "example", // RFC 6761 section 6.5
            "onion", // RFC 7686
            "alt", // RFC 9476
            "intranet", // this and the next four: RFC 6762 appendix G
            "private",
            "corp",
            "home",
            "lan",
            "localdomain", // used by the resolver files of many systems
            "svc"); // names of Kubernetes without their search domain

    private static final String HOME_NETWORK = "home.arpa"; // RFC 8375

    private LocalNames() {}

    /** Returns whether {@code name}, which is not an address, is a single label or is below a local one. */
    static boolean isLocal(CanonicalHost name) {
        String text = name.text();
        int dot = text.lastIndexOf('.');
        return dot < 0 || TOP_LABELS.contains(text.substring(dot + 1)) || isWithin(text, HOME_NETWORK);
    }

    private static boolean isWithin(String name, String domain) {
        return name.endsWith(domain)
                && (name.length() == domain.length() || name.charAt(name.length() - domain.length() - 1) == '.');
    }
}
