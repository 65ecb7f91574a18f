package io.sallyport.egress.tls;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The certificate authorities that targets may chain to: the system's roots, and those that the operator adds.
 * Immutable.
 */
public final class TrustRoots {
    /**
     * Where systems keep their bundle, one PEM file. A root that the operator removes there is not trusted here either.
     *
     * <p>Debian, Ubuntu, Alpine, Arch; Fedora and RHEL; openSUSE; BSD.
     */
    private static final List<Path> BUNDLES = List.of(
            Path.of("/etc/ssl/certs/ca-certificates.crt"),
            Path.of("/etc/pki/tls/certs/ca-bundle.crt"),
            Path.of("/etc/ssl/ca-bundle.pem"),
            Path.of("/etc/ssl/cert.pem"));

    /**
     * The JDK's own file, not the one of {@code javax.net.ssl.trustStore}: only Sallyport's settings decide what is
     * trusted.
     */
    private static final Path OF_JDK = Path.of(System.getProperty("java.home"), "lib", "security", "cacerts");

    private static final String NAME_CONSTRAINTS = "2.5.29.30"; // RFC 5280 section 4.2.1.10

    private final Set<X509Certificate> certificates;

    private TrustRoots(Set<X509Certificate> certificates) {
        this.certificates = Collections.unmodifiableSet(certificates);
    }

    /** Trusts one root only, for targets that belong to the caller. */
    public static TrustRoots of(X509Certificate root) {
        return new TrustRoots(Set.of(root));
    }

    /** The roots, or the first file that cannot be used. */
    public sealed interface Parsed {}

    public record Accepted(TrustRoots roots) implements Parsed {}

    /**
     * A file that cannot be used.
     *
     * @param why for the operator
     */
    public record Rejected(Path file, String why) implements Parsed {}

    /**
     * Reads the system's bundle (or the JDK's roots if there is none) and the certificates of {@code added}, which is
     * the setting {@code egress.trust}. Reads files, so it may block.
     */
    public static Parsed read(List<Path> added) {
        return read(BUNDLES, added);
    }

    static Parsed read(List<Path> bundles, List<Path> added) {
        Path system = bundles.stream().filter(Files::exists).findFirst().orElse(OF_JDK);
        Set<X509Certificate> all = new LinkedHashSet<>();
        try {
            all.addAll(system.equals(OF_JDK) ? ofJdk(OF_JDK.toFile()) : ofPem(system));
        } catch (IOException | GeneralSecurityException e) {
            return new Rejected(system, "the system's roots cannot be read: " + e.getMessage());
        }
        for (Path file : added) {
            try {
                Collection<X509Certificate> roots = ofPem(file);
                if (blocks(file) != roots.size()) {
                    return new Rejected(
                            file, "no certificates in PEM alone: something else is in it, or it is cut off");
                }
                if (roots.stream().anyMatch(root -> root.getExtensionValue(NAME_CONSTRAINTS) != null)) {
                    return new Rejected(file, "a root with name constraints: the JDK does not hold it to them");
                }
                all.addAll(roots);
            } catch (IOException | CertificateException e) {
                return new Rejected(file, "no certificates in PEM: " + e);
            }
        }
        return new Accepted(new TrustRoots(all));
    }

    /** Returns all roots, the system's first. */
    public Set<X509Certificate> certificates() {
        return certificates;
    }

    private static Collection<X509Certificate> ofPem(Path file) throws IOException, CertificateException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (found.isEmpty()) {
                throw new CertificateException("the file holds none");
            }
            return found.stream().map(X509Certificate.class::cast).toList();
        }
    }

    /** Counts the PEM blocks of any kind, because the JDK's reader skips those that it does not know. */
    private static long blocks(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith("-----BEGIN ")).count();
        }
    }

    private static Collection<X509Certificate> ofJdk(File file) throws IOException, GeneralSecurityException {
        // Opened without its password: certificates are not encrypted, and whoever can change this file can change the
        // JDK.
        KeyStore store = KeyStore.getInstance(file, (char[]) null);
        Set<X509Certificate> found = new LinkedHashSet<>();
        for (String alias : Collections.list(store.aliases())) {
            if (store.isCertificateEntry(alias) && store.getCertificate(alias) instanceof X509Certificate root) {
                found.add(root);
            }
        }
        return found;
    }
}
