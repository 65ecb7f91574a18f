package io.sallyport.configuration.provider;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.credentials.JwtBearer;
import io.sallyport.credentials.SecretForm;
import io.sallyport.credentials.SecretSource;
import io.sallyport.model.host.Cidr;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code providers.*.secret.jwt}: access tokens for a JWT that an account signs (RFC 7523). */
public final class JwtSection {
    private static final String PATH = "providers.*.secret.jwt";
    private static final Keys JWT = new Keys(PATH);
    private static final Key<String> TOKEN_URL =
            JWT.optional("token_url", Form.STRING, "none: it has to be set", "The token endpoint, by https.");
    private static final Key<Cidr> ADDRESSES = SourceKeys.addresses(JWT);
    private static final Key<String> ISSUER =
            JWT.optional("issuer", Form.STRING, "none: it has to be set", "The account that signs.");
    private static final Key<String> SUBJECT =
            JWT.optional("subject", Form.STRING, "none", "The user that the account acts for.");
    private static final Key<String> SCOPES = JWT.list("scopes", Form.STRING, "none", "The scopes of the token.");
    private static final SourceKeys KEY =
            new SourceKeys(PATH + ".key", new SecretForm.Lines(), "the private key of the account, in PEM");

    private JwtSection() {}

    static List<Keys> keys() {
        return List.of(JWT, KEY.keys());
    }

    static SecretSource read(Section section, Path folder) throws ConfigException {
        @Nullable String url = section.find(TOKEN_URL);
        List<String> addresses = SourceKeys.addresses(section, ADDRESSES);
        @Nullable String issuer = section.find(ISSUER);
        @Nullable String subject = section.find(SUBJECT);
        List<String> scopes = section.list(SCOPES);
        SecretSource key = KEY.readAll(section.section("key"), folder);
        section.end();
        if (url == null || issuer == null) {
            throw section.error("token_url, issuer and key are needed");
        }
        return SourceKeys.accepted(JwtBearer.of(url, addresses, issuer, subject, key, scopes), section);
    }
}
