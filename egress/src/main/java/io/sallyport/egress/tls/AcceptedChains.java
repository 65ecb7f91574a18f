package io.sallyport.egress.tls;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sallyport.model.Sha256;
import io.sallyport.model.host.CanonicalHost;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A cache of certificate chains that were accepted recently, so that a target that shows the same chain again costs no
 * verification of signatures. Only acceptance is cached. The key holds everything that the verdict depends on: the
 * host, every byte of every certificate in its order, the version of TLS and the kind of key exchange; the trusted
 * roots are fixed per verifier. The validity dates are checked on each use. Safe for concurrent use.
 */
final class AcceptedChains {
    /**
     * How long a verdict is cached; a date in the JDK's own settings from which it distrusts a certificate takes effect
     * after that.
     */
    static final Duration LIFE = Duration.ofMinutes(10);

    /** The maximum number of chains; those used often stay longest. */
    static final int MAX_CHAINS = 512;

    /**
     * The maximum size of a cached chain, in bytes of DER. A longer one is verified each time. Together with {@link
     * #MAX_CHAINS} this bounds the memory.
     */
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
     * @param chain the SHA-256 of its certificates, each preceded by its length
     * @param bytes the size of the chain
     */
    record Shown(CanonicalHost host, String protocol, String authType, ByteBuffer chain, int bytes) {
        static Shown of(CanonicalHost host, String protocol, String authType, X509Certificate[] chain)
                throws CertificateException {
            MessageDigest digest = Sha256.newDigest();
            int bytes = 0;
            for (X509Certificate one : chain) {
                byte[] der = one.getEncoded();
                digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, der.length));
                digest.update(der);
                bytes += der.length;
            }
            return new Shown(host, protocol, authType, ByteBuffer.wrap(digest.digest()), bytes);
        }
    }

    /** Returns whether the chain was accepted recently and every certificate is still within its dates. */
    boolean has(Shown shown) {
        List<X509Certificate> chain = accepted.getIfPresent(shown);
        return chain != null && isInForce(chain);
    }

    /** Records that {@code chain}, which {@code shown} describes, was accepted just now. */
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
            return false; // the full verification reports what is wrong
        }
    }

    int size() {
        accepted.cleanUp();
        return (int) accepted.estimatedSize();
    }
}
