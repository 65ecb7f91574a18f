package io.sallyport.regoengine.builtin.x509;

import io.sallyport.regoengine.builtin.Fuel;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds and verifies certificate chains from a leaf to a root. The search is implemented here, so that each signature
 * is charged for and their number is limited. The JDK validates a chain (RFC 5280 section 6.1); this class adds the
 * checks of Go's {@code Verify}: that the root is in force, and the permitted usages of the chain. Confined to one
 * call.
 */
final class X509Chains {
    /** The maximum number of signatures to verify, as in Go. */
    private static final int MAX_SIGNATURES = 100;

    /** The maximum length of a chain. */
    private static final int MAX_LENGTH = 10;

    private static final int SIGNATURE_STEPS = 50_000;
    private static final String ANY_USAGE = "2.5.29.37.0";

    private final Fuel fuel;
    private final X509Wanted wanted;
    private final X509Certificate root;
    private final List<X509Certificate> intermediates;
    private int signatures;

    private X509Chains(Fuel fuel, X509Wanted wanted, X509Certificate root, List<X509Certificate> intermediates) {
        this.fuel = fuel;
        this.wanted = wanted;
        this.root = root;
        this.intermediates = intermediates;
    }

    /**
     * Returns the chain in DER, leaf first, or null if there is no valid one. The first of {@code certificates} is the
     * root, the last is the leaf.
     */
    static @Nullable List<byte[]> verified(Fuel fuel, List<byte[]> certificates, X509Wanted wanted) {
        if (certificates.size() < 2) {
            return null;
        }
        try {
            List<X509Certificate> all = new ArrayList<>();
            for (byte[] der : certificates) {
                fuel.steps(SIGNATURE_STEPS / 10);
                all.add(read(der));
            }
            var chains = new X509Chains(fuel, wanted, all.getFirst(), all.subList(1, all.size() - 1));
            List<X509Certificate> chain = chains.find(all.getLast());
            return chain == null ? null : encoded(chain);
        } catch (CertificateException e) {
            return null;
        }
    }

    private static X509Certificate read(byte[] der) throws CertificateException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
    }

    private static List<byte[]> encoded(List<X509Certificate> chain) throws CertificateException {
        List<byte[]> encoded = new ArrayList<>();
        for (X509Certificate certificate : chain) {
            encoded.add(certificate.getEncoded());
        }
        return encoded;
    }

    private @Nullable List<X509Certificate> find(X509Certificate leaf) throws CertificateParsingException {
        if (!wanted.isHost(leaf)) {
            return null;
        }
        if (leaf.equals(root)) {
            return holds(List.of(), root) ? List.of(leaf) : null;
        }
        return extend(List.of(leaf));
    }

    private @Nullable List<X509Certificate> extend(List<X509Certificate> chain) throws CertificateParsingException {
        X509Certificate last = chain.getLast();
        if (isSignedBy(last, root) && holds(chain, root)) {
            return with(chain, root);
        }
        for (X509Certificate next : chain.size() < MAX_LENGTH ? intermediates : List.<X509Certificate>of()) {
            if (!chain.contains(next) && isSignedBy(last, next)) {
                List<X509Certificate> found = extend(with(chain, next));
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static List<X509Certificate> with(List<X509Certificate> chain, X509Certificate next) {
        List<X509Certificate> longer = new ArrayList<>(chain);
        longer.add(next);
        return longer;
    }

    private boolean isSignedBy(X509Certificate certificate, X509Certificate issuer) {
        fuel.step();
        if (!certificate.getIssuerX500Principal().equals(issuer.getSubjectX500Principal())
                || ++signatures > MAX_SIGNATURES) {
            return false;
        }
        fuel.steps(SIGNATURE_STEPS);
        try {
            certificate.verify(issuer.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private boolean holds(List<X509Certificate> chain, X509Certificate root) throws CertificateParsingException {
        fuel.steps((long) SIGNATURE_STEPS * chain.size());
        return isInForce(root) && suits(with(chain, root)) && isValid(chain, root);
    }

    @SuppressWarnings("JavaUtilDate") // java.util.Date of the JDK's certificates
    private boolean isInForce(X509Certificate root) {
        Date now = Date.from(wanted.now());
        return !now.before(root.getNotBefore())
                && !now.after(root.getNotAfter())
                && !root.hasUnsupportedCriticalExtension();
    }

    private boolean isValid(List<X509Certificate> chain, X509Certificate root) {
        if (chain.isEmpty()) {
            return true;
        }
        try {
            byte[] constraints = null; // the anchor's own are in its certificate
            var parameters = new PKIXParameters(Set.of(new TrustAnchor(root, constraints)));
            parameters.setRevocationEnabled(false);
            parameters.setDate(Date.from(wanted.now()));
            CertPath path = CertificateFactory.getInstance("X.509").generateCertPath(chain);
            CertPathValidator.getInstance("PKIX").validate(path, parameters);
            return root.getBasicConstraints() >= chain.size() - 1;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** Each certificate that limits its usage must permit a wanted one. */
    private boolean suits(List<X509Certificate> chain) throws CertificateParsingException {
        Set<String> left = new HashSet<>(wanted.usages());
        if (left.contains(ANY_USAGE)) {
            return true;
        }
        for (X509Certificate certificate : chain) {
            List<String> usages = certificate.getExtendedKeyUsage();
            if (usages != null && !usages.contains(ANY_USAGE)) {
                left.retainAll(usages);
            }
        }
        return !left.isEmpty();
    }
}
