package io.sallyport.regoengine.builtin.x509;

import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.pkcs.RSASSAPSSparams;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.jspecify.annotations.Nullable;

/** The numbers of algorithms and usages in Go's {@code crypto/x509} (1.26). */
final class X509Algorithms {
    private static final String PSS = "1.2.840.113549.1.1.10";

    private static final Map<String, Integer> SIGNATURES = Map.ofEntries(
            Map.entry("1.2.840.113549.1.1.2", 1),
            Map.entry("1.2.840.113549.1.1.4", 2),
            Map.entry("1.2.840.113549.1.1.5", 3),
            Map.entry("1.3.14.3.2.29", 3),
            Map.entry("1.2.840.113549.1.1.11", 4),
            Map.entry("1.2.840.113549.1.1.12", 5),
            Map.entry("1.2.840.113549.1.1.13", 6),
            Map.entry("1.2.840.10040.4.3", 7),
            Map.entry("2.16.840.1.101.3.4.3.2", 8),
            Map.entry("1.2.840.10045.4.1", 9),
            Map.entry("1.2.840.10045.4.3.2", 10),
            Map.entry("1.2.840.10045.4.3.3", 11),
            Map.entry("1.2.840.10045.4.3.4", 12),
            Map.entry("1.3.101.112", 16));

    /** The digests of RSA-PSS. */
    private static final Map<String, Integer> PSS_DIGESTS = Map.of(
            "2.16.840.1.101.3.4.2.1", 13,
            "2.16.840.1.101.3.4.2.2", 14,
            "2.16.840.1.101.3.4.2.3", 15);

    private static final Map<String, Integer> KEYS = Map.of(
            "1.2.840.113549.1.1.1", 1,
            "1.2.840.10040.4.1", 2,
            "1.2.840.10045.2.1", 3,
            "1.3.101.112", 4);

    /** In the order of Go's numbers. */
    private static final List<String> USAGES = List.of(
            "2.5.29.37.0",
            "1.3.6.1.5.5.7.3.1",
            "1.3.6.1.5.5.7.3.2",
            "1.3.6.1.5.5.7.3.3",
            "1.3.6.1.5.5.7.3.4",
            "1.3.6.1.5.5.7.3.5",
            "1.3.6.1.5.5.7.3.6",
            "1.3.6.1.5.5.7.3.7",
            "1.3.6.1.5.5.7.3.8",
            "1.3.6.1.5.5.7.3.9",
            "1.3.6.1.4.1.311.10.3.3",
            "2.16.840.1.113730.4.1",
            "1.3.6.1.4.1.311.2.1.22",
            "1.3.6.1.4.1.311.61.1.1");

    /** OPA's names of the usages, in the same order. */
    private static final List<String> USAGE_NAMES = List.of(
            "KeyUsageAny",
            "KeyUsageServerAuth",
            "KeyUsageClientAuth",
            "KeyUsageCodeSigning",
            "KeyUsageEmailProtection",
            "KeyUsageIPSECEndSystem",
            "KeyUsageIPSECTunnel",
            "KeyUsageIPSECUser",
            "KeyUsageTimeStamping",
            "KeyUsageOCSPSigning",
            "KeyUsageMicrosoftServerGatedCrypto",
            "KeyUsageNetscapeServerGatedCrypto",
            "KeyUsageMicrosoftCommercialCodeSigning",
            "KeyUsageMicrosoftKernelCodeSigning");

    private X509Algorithms() {}

    /** Returns 0 if it is unknown. */
    static int signature(AlgorithmIdentifier algorithm) {
        String name = algorithm.getAlgorithm().getId();
        if (!name.equals(PSS)) {
            return SIGNATURES.getOrDefault(name, 0);
        }
        RSASSAPSSparams parameters = RSASSAPSSparams.getInstance(algorithm.getParameters());
        return parameters == null
                ? 0
                : PSS_DIGESTS.getOrDefault(
                        parameters.getHashAlgorithm().getAlgorithm().getId(), 0);
    }

    /** Returns 0 if it is unknown. */
    static int key(AlgorithmIdentifier algorithm) {
        return KEYS.getOrDefault(algorithm.getAlgorithm().getId(), 0);
    }

    /** Returns -1 if it is unknown. */
    static int usage(String identifier) {
        return USAGES.indexOf(identifier);
    }

    /** Returns the identifier of the usage that OPA names {@code name}, or null if there is none. */
    static @Nullable String usageNamed(String name) {
        int number = USAGE_NAMES.indexOf(name);
        return number < 0 ? null : USAGES.get(number);
    }
}
