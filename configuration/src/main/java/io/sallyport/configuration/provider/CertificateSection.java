package io.sallyport.configuration.provider;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.credentials.CertifiedKeySource;
import io.sallyport.credentials.GivenText;
import io.sallyport.credentials.SecretForm;
import io.sallyport.credentials.SecretSource;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code providers.*.secret.client_certificate}: a certificate and its key, shown in TLS with targets. */
final class CertificateSection {
    private static final String PATH = "providers.*.secret.client_certificate";
    private static final String CERTIFICATE_PATH = PATH + ".certificate";
    private static final String KEY_PATH = PATH + ".key";

    private static final SourceKeys CERTIFICATE = new SourceKeys(
            CERTIFICATE_PATH, new SecretForm.Lines(), "the certificate and then those of its issuers, in PEM");
    private static final Key<String> TEXT = CERTIFICATE
            .keys()
            .optional(
                    "pem",
                    Form.STRING,
                    "not here",
                    "The certificate and then those of its issuers, in PEM, where they stand in this file.");
    private static final VaultSection VAULT_OF_CERTIFICATE = new VaultSection(CERTIFICATE_PATH + ".vault");
    private static final SourceKeys KEY = new SourceKeys(
            KEY_PATH, new SecretForm.Lines(), "the private key of the certificate, in PEM without a passphrase");
    private static final VaultSection VAULT_OF_KEY = new VaultSection(KEY_PATH + ".vault");

    private CertificateSection() {}

    static List<Keys> keys() {
        return Stream.of(
                        List.of(CERTIFICATE.keys()),
                        VAULT_OF_CERTIFICATE.keys(),
                        List.of(KEY.keys()),
                        VAULT_OF_KEY.keys())
                .flatMap(List::stream)
                .toList();
    }

    static SecretSource read(Section section, Path folder) throws ConfigException {
        Section certificate = section.section("certificate");
        @Nullable String text = certificate.find(TEXT);
        if (text != null && (CERTIFICATE.isIn(certificate) || certificate.has("vault"))) {
            throw certificate.error("pem stands alone");
        }
        SecretSource chain =
                text == null ? source(CERTIFICATE, VAULT_OF_CERTIFICATE, certificate, folder) : new GivenText(text);
        Section key = section.section("key");
        SecretSource privateKey = source(KEY, VAULT_OF_KEY, key, folder);
        certificate.end();
        key.end();
        section.end();
        return new CertifiedKeySource(chain, privateKey);
    }

    private static SecretSource source(SourceKeys local, VaultSection vault, Section section, Path folder)
            throws ConfigException {
        if (!section.has("vault")) {
            return local.read(section, folder);
        }
        if (local.isIn(section)) {
            throw section.error("one of env, file, command and vault is needed");
        }
        return vault.readLines(section.section("vault"), folder);
    }
}
