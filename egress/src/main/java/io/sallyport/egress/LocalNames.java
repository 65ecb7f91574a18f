package io.sallyport.egress;

import io.sallyport.model.host.CanonicalHost;
import java.util.Set;

/**
 * Names that mean something on this machine or network only, so that no resolver is asked about them: they could reach
 * what a public name cannot, and asking tells the resolver what the sandbox looks for.
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
            "localdomain", // the resolver files of many systems
            "svc"); // Kubernetes' names without their search domain

    private static final String HOME_NETWORK = "home.arpa"; // RFC 8375

    private LocalNames() {}

    /** Whether {@code name} (no address) is a single label or lies below a local one. */
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
