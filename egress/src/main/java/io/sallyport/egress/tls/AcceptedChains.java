package io.sallyport.egress.tls;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sallyport.model.host.CanonicalHost;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Chains that were accepted a short while ago, so that a target that shows the same one to the next connection costs no
 * path of signatures again. Only acceptance is remembered, for all that the verdict hangs on: the host that was asked for,
 * every byte of every certificate in its order, the version of TLS and the kind of key exchange; whom the gateway trusts is
 * settled once for each verifier. What has run out since is judged anew. Safe for concurrent use.
 */
final class AcceptedChains {
    /** How long a verdict stands; what the JDK's own settings distrust from some day on is noticed after that. */
    static final Duration LIFE = Duration.ofMinutes(10);

    /** Chains that are remembered, those that are used often stay longest. */
    static final int MAX_CHAINS = 512;

    /** A longer chain is judged each time; in bytes of DER. With {@link #MAX_CHAINS} the bound of the memory that it takes. */
    static final int MAX_CHAIN_BYTES = 16_384;

    private final Cache<Shown, List<X509Certificate>> accepted;

    AcceptedChains(LongSupplier nanoClock) {
        accepted = Caffeine.newBuilder()
                .maximumSize(MAX_CHAINS)
                .expireAfterWrite(LIFE)
                .ticker(nanoClock::getAsLong)
                .executor(Runnable::run)
                .build();
    }

    /**
     * What a target showed.
     *
     * @param chain the SHA-256 of its certificates, each with its length before it
     * @param bytes of the chain
     */
    record Shown(CanonicalHost host, String protocol, String authType, ByteBuffer chain, int bytes) {
        static Shown of(CanonicalHost host, String protocol, String authType, X509Certificate[] chain)
                throws CertificateException {
            MessageDigest digest = sha256();
            int bytes = 0;
            for (X509Certificate one : chain) {
                byte[] der = one.getEncoded();
                digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, der.length));
                digest.update(der);
                bytes += der.length;
            }
            return new Shown(host, protocol, authType, ByteBuffer.wrap(digest.digest()), bytes);
        }

        private static MessageDigest sha256() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has SHA-256", e);
            }
        }
    }

    /** Whether it was accepted lately and every certificate is still within its dates. */
    boolean has(Shown shown) {
        List<X509Certificate> chain = accepted.getIfPresent(shown);
        return chain != null && isInForce(chain);
    }

    /** Remembers that {@code chain}, which is what {@code shown} says, was accepted just now. */
    void add(Shown shown, X509Certificate[] chain) {
        if (shown.bytes() <= MAX_CHAIN_BYTES) {
            accepted.put(shown, List.of(chain));
        }
    }

    private static boolean isInForce(List<X509Certificate> chain) {
        try {
            for (X509Certificate one : chain) {
                one.checkValidity();
            }
            return true;
        } catch (CertificateException _) {
            return false; // the whole judgement says what is wrong
        }
    }

    int size() {
        accepted.cleanUp();
        return (int) accepted.estimatedSize();
    }
}
