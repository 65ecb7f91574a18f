package io.sallyport.gateway.login;

import io.sallyport.configuration.OidcSettings;
import io.sallyport.credentials.ClientAuthentication;
import io.sallyport.credentials.SecretEndpoint;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.model.text.Parsed;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a provider publishes of itself (OpenID Connect Discovery section 3). Immutable.
 *
 * @param authorization where people log in, for a {@code Location}
 * @param token where a code is redeemed
 * @param keys where the keys are that sign identity tokens
 * @param authentication how the gateway shows its secret there
 * @param namesItself whether its answers name the issuer (RFC 9207)
 */
record ProviderMetadata(
        URI authorization,
        SecretEndpoint token,
        SecretEndpoint keys,
        ClientAuthentication authentication,
        boolean namesItself) {
    /** Reads a document; refuses one of another issuer, or of a provider without what a login here needs. */
    static Parsed<ProviderMetadata> read(Members document, OidcSettings settings) {
        if (!settings.issuer().equals(document.string("issuer"))) {
            return new Parsed.Rejected<>("the provider's document names another issuer");
        }
        if (document.members().containsKey("code_challenge_methods_supported")
                && !TextMembers.texts(document, "code_challenge_methods_supported")
                        .contains("S256")) {
            return new Parsed.Rejected<>("the provider does not take S256 (PKCE)");
        }
        ClientAuthentication authentication = authentication(document, settings);
        URI authorization = address(document.string("authorization_endpoint"));
        SecretEndpoint token = endpoint(document, "token_endpoint", settings);
        SecretEndpoint keys = endpoint(document, "jwks_uri", settings);
        if (authorization == null || token == null || keys == null) {
            return new Parsed.Rejected<>("the provider's document lacks an endpoint by https, without a query:"
                    + " authorization_endpoint, token_endpoint and jwks_uri are needed");
        }
        return authentication == null
                ? new Parsed.Rejected<>("the provider takes the client's secret neither by basic nor in the body")
                : new Parsed.Accepted<>(new ProviderMetadata(
                        authorization,
                        token,
                        keys,
                        authentication,
                        TextMembers.isTrue(document, "authorization_response_iss_parameter_supported")));
    }

    private static @Nullable ClientAuthentication authentication(Members document, OidcSettings settings) {
        if (settings.clientSecretFile() == null) {
            return ClientAuthentication.NONE;
        }
        List<String> methods = TextMembers.texts(document, "token_endpoint_auth_methods_supported");
        if (methods.isEmpty() || methods.contains("client_secret_basic")) {
            return ClientAuthentication.BASIC;
        }
        return methods.contains("client_secret_post") ? ClientAuthentication.BODY : null;
    }

    private static @Nullable SecretEndpoint endpoint(Members document, String name, OidcSettings settings) {
        String text = document.string(name);
        return text != null
                        && SecretEndpoint.of(text, settings.endpoint().addresses())
                                instanceof Parsed.Accepted<SecretEndpoint>(SecretEndpoint read)
                ? read
                : null;
    }

    /** Returns an address that a browser may be sent to: as for secrets, but with a query. */
    private static @Nullable URI address(@Nullable String text) {
        try {
            URI read = new URI(text == null ? "" : text);
            String withoutQuery = text == null ? "" : text.replaceFirst("\\?.*", "");
            return read.getRawFragment() == null
                            && read.getRawUserInfo() == null
                            && SecretEndpoint.of(withoutQuery, List.of()) instanceof Parsed.Accepted<SecretEndpoint> _
                    ? read
                    : null;
        } catch (URISyntaxException _) {
            return null;
        }
    }
}
