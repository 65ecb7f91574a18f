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
 * The files that tell clients in a sandbox which roots to trust. They hold no secrets and are readable by everyone. The
 * paths are absolute. Immutable.
 *
 * @param extra PEM: the sandbox's CA and the operator's roots, for clients that add to the roots they trust
 * @param bundle PEM: the system's roots followed by those, for clients that read one file only
 * @param store the same as PKCS12, for Java
 * @param browserData a data directory for browsers, with a database of the {@code extra} roots; null if not requested
 */
public record ClientFiles(
        Path extra, Path bundle, Path store, @Nullable Path browserData) {
    /** The password of the PKCS12 file. Not a secret: Java requires one to read certificates. */
    static final String STORE_PASSWORD = "changeit";

    private static final Base64.Encoder BASE64 = Base64.getMimeEncoder(64, new byte[] {'\n'});

    /**
     * Writes the files next to {@code stem}, under its name with different endings; replaces existing files.
     *
     * @param caPem the sandbox's CA
     * @param added PEM files of further roots, as {@code egress.trust} names them
     * @param browser whether to write the browser database too
     * @throws IOException if a file cannot be written, or the roots of this machine cannot be read
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

    /** Writes a temporary file and renames it, so that a running client reads the old or the new file, never a part. */
    private static void replace(Path file, byte[] content) throws IOException {
        Path fresh = beside(file, ".new");
        Files.deleteIfExists(fresh);
        Files.write(fresh, content);
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-r--r--"));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
