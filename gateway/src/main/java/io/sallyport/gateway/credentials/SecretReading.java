package io.sallyport.gateway.credentials;

import io.sallyport.configuration.provider.ProviderSettings;
import io.sallyport.credentials.CertifiedKeySource;
import io.sallyport.credentials.NamedSecrets;
import io.sallyport.credentials.SecretForm.ProcessCredentials;
import io.sallyport.credentials.SecretValue;
import io.sallyport.credentials.key.CertifiedKey;
import io.sallyport.egress.NettyDialer;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.credentials.AwsKeys;
import io.sallyport.proxy.credentials.CredentialValue;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * How the values of a source become what requests use. Immutable.
 *
 * @param sought the names of those that are secrets, and looked for as they are
 * @param making makes the value; may take a while, and never throws
 */
record SecretReading(List<String> sought, Function<NamedSecrets, CredentialValue> making) {
    /** A shorter secret would be found, and hidden, in answers that do not have it. */
    static final int LEAST_CHARACTERS = 8;

    /** @param dialer makes identities of certificates */
    static SecretReading of(ProviderSettings settings, NettyDialer dialer) {
        if (settings.source() instanceof CertifiedKeySource) {
            // Forms of tokens know a key in PEM, which stands there in lines.
            return new SecretReading(List.of(), values -> certified(values, dialer));
        }
        return settings.use().signing() == null
                ? new SecretReading(List.of(settings.value()), values -> text(values.find(settings.value())))
                : new SecretReading(
                        List.of(ProcessCredentials.SECRET_ACCESS_KEY, ProcessCredentials.SESSION_TOKEN),
                        SecretReading::awsKeys);
    }

    CredentialValue value(NamedSecrets values) {
        return making.apply(values);
    }

    private static CredentialValue certified(NamedSecrets values, NettyDialer dialer) {
        Parsed<CertifiedKey> read = CertifiedKey.read(
                required(values, CertifiedKeySource.CERTIFICATE), required(values, CertifiedKeySource.KEY));
        return switch (read) {
            case Parsed.Rejected<CertifiedKey>(String why, int _) -> new CredentialValue.Unavailable(why);
            case Parsed.Accepted<CertifiedKey>(CertifiedKey key) -> certified(key, dialer);
        };
    }

    private static CredentialValue certified(CertifiedKey key, NettyDialer dialer) {
        try {
            return new CredentialValue.Certified(dialer.identity(key.chain(), key.key()));
        } catch (SSLException _) {
            return new CredentialValue.Unavailable("TLS does not take the certificate and its key");
        }
    }

    private static CredentialValue awsKeys(NamedSecrets values) {
        String token = ProcessCredentials.SESSION_TOKEN;
        for (String name : List.of(ProcessCredentials.ACCESS_KEY_ID, ProcessCredentials.SECRET_ACCESS_KEY, token)) {
            boolean isThere = values.find(name) != null || !name.equals(token);
            if (isThere && text(values.find(name)) instanceof CredentialValue.Unavailable(String why)) {
                return new CredentialValue.Unavailable(name + ": " + why);
            }
        }
        SecretValue session = values.find(token);
        return CredentialValue.SigningKeys.of(new AwsKeys(
                required(values, ProcessCredentials.ACCESS_KEY_ID),
                required(values, ProcessCredentials.SECRET_ACCESS_KEY),
                session == null ? null : session.text()));
    }

    private static String required(NamedSecrets values, String name) {
        return Objects.requireNonNull(values.find(name), name).text();
    }

    private static CredentialValue text(@Nullable SecretValue value) {
        if (value == null) {
            return new CredentialValue.Unavailable("its source gives no such value");
        }
        String text = value.text();
        if (text.length() < LEAST_CHARACTERS) {
            return new CredentialValue.Unavailable(
                    "it has fewer than " + LEAST_CHARACTERS + " characters, too few to be hidden in answers");
        }
        return text.chars().allMatch(c -> c >= ' ' && c < 0x7f)
                ? CredentialValue.Known.of(text)
                : new CredentialValue.Unavailable("it has other than visible ASCII characters");
    }
}
