package io.sallyport.configuration.provider;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.credentials.ClientAuthentication;
import io.sallyport.credentials.ClientCredentials;
import io.sallyport.credentials.OAuthClient;
import io.sallyport.credentials.RefreshTokenFile;
import io.sallyport.credentials.RefreshTokenGrant;
import io.sallyport.credentials.SecretForm;
import io.sallyport.credentials.SecretSource;
import io.sallyport.model.host.Cidr;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code providers.*.secret.oauth}: access tokens by client credentials or a refresh token (RFC 6749). */
public final class OauthSection {
    private static final String PATH = "providers.*.secret.oauth";
    private static final Keys OAUTH = new Keys(PATH);
    private static final Key<String> TOKEN_URL =
            OAUTH.optional("token_url", Form.STRING, "none: it has to be set", "The token endpoint, by https.");
    private static final Key<Cidr> ADDRESSES = SourceKeys.addresses(OAUTH);
    private static final Key<String> CLIENT_ID = OAUTH.optional(
            "client_id", Form.STRING, "none: it has to be set", "The id of the gateway at the endpoint.");
    private static final Key<ClientAuthentication> AUTHENTICATION = OAUTH.value(
            "authentication",
            Form.words(Forms.two("basic", ClientAuthentication.BASIC, "body", ClientAuthentication.BODY)),
            ClientAuthentication.BASIC,
            "Where the client's secret is shown: in `Authorization`, or in the body.");
    private static final Key<String> PARAMETERS = OAUTH.map(
            "parameters", Form.STRING, "none", "Further parameters of the request, such as `scope` and `audience`.");
    private static final SourceKeys SECRET =
            new SourceKeys(PATH + ".client_secret", new SecretForm.Text(), "the client's secret");
    private static final SourceKeys REFRESH = new SourceKeys(
            PATH + ".refresh_token",
            new SecretForm.Text(),
            "the refresh token, without which client credentials are used");
    private static final SourceKeys SEAL = new SourceKeys(
            PATH + ".seal_key",
            new SecretForm.Text(),
            "the key, of at least 32 bytes, that replaced refresh tokens are sealed with in the state directory");

    private OauthSection() {}

    static List<Keys> keys() {
        return List.of(OAUTH, SECRET.keys(), REFRESH.keys(), SEAL.keys());
    }

    /** @param provider whose refresh token is stored under its name */
    static SecretSource read(String provider, Section section, Path folder, Path state) throws ConfigException {
        @Nullable String url = section.find(TOKEN_URL);
        List<String> addresses = SourceKeys.addresses(section, ADDRESSES);
        @Nullable String id = section.find(CLIENT_ID);
        ClientAuthentication authentication = section.read(AUTHENTICATION);
        Map<String, String> parameters = section.map(PARAMETERS);
        boolean isPublic = !section.has("client_secret");
        section.pass("client_secret");
        if (url == null || id == null || (isPublic && !section.has("refresh_token"))) {
            throw section.error("token_url, client_id and client_secret are needed; the last not for a refresh_token");
        }
        OAuthClient client = SourceKeys.accepted(
                isPublic
                        ? OAuthClient.ofPublic(url, addresses, id)
                        : OAuthClient.of(
                                url,
                                addresses,
                                id,
                                SECRET.readAll(section.section("client_secret"), folder),
                                authentication),
                section);
        if (!section.has("refresh_token")) {
            section.pass("refresh_token");
            section.pass("seal_key");
            section.end();
            return SourceKeys.accepted(ClientCredentials.of(client, parameters), section);
        }
        SecretSource first = REFRESH.readAll(section.section("refresh_token"), folder);
        SecretSource seal = SEAL.readAll(section.section("seal_key"), folder);
        section.end();
        RefreshTokenFile file =
                SourceKeys.accepted(RefreshTokenFile.of(state.resolve("tokens").toString(), provider), section);
        return SourceKeys.accepted(RefreshTokenGrant.of(client, first, file, seal, parameters), section);
    }
}
