package io.sallyport.client;

import io.sallyport.egress.tls.TrustRoots;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files from which clients in a sandbox learn whom to trust. They hold nothing secret and may be read by everybody. The
 * paths are absolute. Immutable.
 *
 * @param extra PEM: the sandbox's CA and the operator's roots, for clients that add to what they trust
 * @param bundle PEM: the system's roots before those, for clients that read one file only
 * @param store the same in PKCS12, for Java
 * @param browserData a folder of data for browsers, with a database of the {@code extra} ones, or null: none was asked for
 */
public record ClientFiles(
        Path extra, Path bundle, Path store, @Nullable Path browserData) {
    /** Of the PKCS12 file. No secret: Java wants one to read certificates. */
    static final String STORE_PASSWORD = "changeit";

    private static final Base64.Encoder BASE64 = Base64.getMimeEncoder(64, new byte[] {'\n'});

    /**
     * Writes them beside {@code stem}, under its name with endings of their own; what stands there is replaced.
     *
     * @param caPem the sandbox's CA
     * @param added PEM files of further roots, as {@code egress.trust} names them
     * @param browser whether browsers are to trust them too
     * @throws IOException where one cannot be written, or the roots of this machine cannot be read
     */
    public static ClientFiles write(Path stem, String caPem, List<Path> added, boolean browser) throws IOException {
        Path absolute = stem.toAbsolutePath();
        var files = new ClientFiles(
                beside(absolute, ".ca.pem"),
                beside(absolute, ".bundle.pem"),
                beside(absolute, ".truststore.p12"),
                browser ? beside(absolute, ".data") : null);
        try {
            Set<X509Certificate> extra = new LinkedHashSet<>(parsed(caPem));
            for (Path file : added) {
                extra.addAll(parsed(Files.readString(file)));
            }
            Set<X509Certificate> all = new LinkedHashSet<>(roots());
            all.addAll(extra);
            replace(files.extra, pem(extra));
            replace(files.bundle, pem(all));
            replace(files.store, store(all));
            if (files.browserData != null) {
                BrowserRoots.write(files.browserData, files.extra);
            }
        } catch (GeneralSecurityException e) {
            throw new IOException("roots cannot be read: " + e.getMessage(), e);
        }
        return files;
    }

    private static Path beside(Path stem, String ending) {
        return stem.resolveSibling(stem.getFileName() + ending);
    }

    private static Set<X509Certificate> roots() throws IOException {
        return switch (TrustRoots.read(List.of())) {
            case TrustRoots.Accepted(var roots) -> roots.certificates();
            case TrustRoots.Rejected(var file, var why) -> throw new IOException(file + ": " + why);
        };
    }

    private static Set<X509Certificate> parsed(String pem) throws GeneralSecurityException {
        var in = new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
        Set<X509Certificate> found = new LinkedHashSet<>();
        for (Certificate certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
            found.add((X509Certificate) certificate);
        }
        return found;
    }

    private static byte[] pem(Set<X509Certificate> certificates) throws CertificateEncodingException {
        var text = new StringBuilder();
        for (X509Certificate certificate : certificates) {
            text.append("-----BEGIN CERTIFICATE-----\n")
                    .append(BASE64.encodeToString(certificate.getEncoded()))
                    .append("\n-----END CERTIFICATE-----\n");
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] store(Set<X509Certificate> certificates) throws GeneralSecurityException, IOException {
        char[] password = STORE_PASSWORD.toCharArray();
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, password);
        int number = 0;
        for (X509Certificate certificate : certificates) {
            number++;
            store.setCertificateEntry("root-" + number, certificate);
        }
        var bytes = new ByteArrayOutputStream();
        store.store(bytes, password);
        return bytes.toByteArray();
    }

    /** Beside the file and then moved onto it: a client that runs reads the old one or the new one, never half of it. */
    private static void replace(Path file, byte[] content) throws IOException {
        Path fresh = beside(file, ".new");
        Files.deleteIfExists(fresh);
        Files.write(fresh, content);
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-r--r--"));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
