package io.sallyport.credentials;

import io.sallyport.credentials.SecretFetch.Unavailable;
import io.sallyport.credentials.key.CertifiedKey;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * A client certificate and its key, which are of use together alone. They end with the certificate, or an earlier one
 * of its chain.
 *
 * @param certificate gives the chain in PEM, as {@link NamedSecrets#VALUE}
 * @param key gives the private key in PEM, likewise
 */
public record CertifiedKeySource(SecretSource certificate, SecretSource key) implements SecretSource {
    /** The names of the values. */
    public static final String CERTIFICATE = "certificate";

    public static final String KEY = "key";

    /** A file that is being replaced is read between its parts; so it is tried again soon. */
    @Override
    public SecretFetch fetch(SourceContext context) {
        Instant now = context.clock().instant();
        return SecretText.with(
                certificate,
                context,
                chain -> SecretText.with(key, context, pem -> switch (CertifiedKey.read(chain, pem)) {
                    case Parsed.Rejected<CertifiedKey>(String why, int _) -> new Unavailable(why, true);
                    case Parsed.Accepted<CertifiedKey>(CertifiedKey read) -> values(read, chain, pem, now);
                }));
    }

    private static SecretFetch values(CertifiedKey read, String chain, String pem, Instant now) {
        if (now.isBefore(read.begin())) {
            return new Unavailable("the certificate: not valid before " + read.begin(), true);
        }
        if (!now.isBefore(read.end())) {
            return new Unavailable("the certificate: expired at " + read.end(), true);
        }
        try (var gathered = new SecretGathering()) {
            gathered.add(CERTIFICATE, SecretValue.ofLines(chain.getBytes(StandardCharsets.UTF_8)));
            gathered.add(KEY, SecretValue.ofLines(pem.getBytes(StandardCharsets.UTF_8)));
            return gathered.result("the client certificate", read.end());
        }
    }

    @Override
    public boolean changesEarly() {
        return true;
    }

    @Override
    public RefreshTimes usualTimes() {
        RefreshTimes ofCertificate = certificate.usualTimes();
        return ofCertificate.ttl().compareTo(key.usualTimes().ttl()) < 0 ? ofCertificate : key.usualTimes();
    }
}
