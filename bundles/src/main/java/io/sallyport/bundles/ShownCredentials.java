package io.sallyport.bundles;

import io.netty.handler.codec.http.HttpMethod;
import io.sallyport.bundles.ServiceCredentials.AwsSignature4;
import io.sallyport.bundles.ServiceCredentials.ClientCertificate;
import io.sallyport.bundles.ServiceCredentials.None;
import io.sallyport.bundles.ServiceCredentials.Token;
import io.sallyport.credentials.CertifiedKeySource;
import io.sallyport.credentials.NamedSecrets;
import io.sallyport.credentials.SecretFetch;
import io.sallyport.credentials.SecretSource;
import io.sallyport.credentials.SecretValue;
import io.sallyport.credentials.key.CertifiedKey;
import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.text.Parsed;
import java.util.Map;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Puts the credentials of a service into one request. Blocks. Immutable. */
record ShownCredentials(ServiceCredentials credentials, ServiceNetwork network) {
    /** Whether the request has its credentials. */
    sealed interface Shown {}

    /**
     * It has.
     *
     * @param identity what the handshake shows, owned by the receiver; or null
     */
    record Ready(@Nullable ClientIdentity identity) implements Shown {}

    /**
     * It has not.
     *
     * @param why for operators, without a secret
     */
    record Missing(String why) implements Shown {}

    private static final Ready READY = new Ready(null);

    Shown add(HttpMethod method, CanonicalUrl url, Map<String, String> headers, byte[] body) {
        return switch (credentials) {
            case None() -> READY;
            case Token(String scheme, SecretSource token) ->
                with(token, values -> token(scheme, text(values, NamedSecrets.VALUE), headers));
            case ClientCertificate(SecretSource pair) -> with(pair, this::identity);
            case AwsSignature4 aws -> with(aws.keys(), keys -> signed(aws, keys, method, url, headers, body));
        };
    }

    private Shown with(SecretSource source, Function<NamedSecrets, Shown> use) {
        return switch (source.fetch(network.sources())) {
            case SecretFetch.Unavailable(String reason, var _) -> new Missing(reason);
            case SecretFetch.Fetched(NamedSecrets values, var _) -> {
                try (values) {
                    yield use.apply(values);
                }
            }
        };
    }

    private static Shown token(String scheme, String token, Map<String, String> headers) {
        headers.put("Authorization", scheme + " " + token);
        return READY;
    }

    private Shown identity(NamedSecrets pair) {
        return switch (CertifiedKey.read(
                text(pair, CertifiedKeySource.CERTIFICATE), text(pair, CertifiedKeySource.KEY))) {
            case Parsed.Rejected<CertifiedKey>(String why, int _) -> new Missing(why);
            case Parsed.Accepted<CertifiedKey>(CertifiedKey read) -> {
                try {
                    yield new Ready(network.dialer().identity(read.chain(), read.key()));
                } catch (SSLException _) {
                    yield new Missing("the TLS library does not take the certificate");
                }
            }
        };
    }

    private Shown signed(
            AwsSignature4 aws,
            NamedSecrets keys,
            HttpMethod method,
            CanonicalUrl url,
            Map<String, String> headers,
            byte[] body) {
        new AwsRequest(aws, network.sources().clock())
                .sign(
                        text(keys, AwsSignature4.ACCESS_KEY_ID),
                        text(keys, AwsSignature4.SECRET_ACCESS_KEY),
                        text(keys, AwsSignature4.SESSION_TOKEN),
                        method.name(),
                        url.text(),
                        headers,
                        body);
        return READY;
    }

    private static String text(NamedSecrets values, String name) {
        SecretValue value = values.find(name);
        return value == null ? "" : value.text();
    }
}
