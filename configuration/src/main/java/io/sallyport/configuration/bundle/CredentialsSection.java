package io.sallyport.configuration.bundle;

import io.sallyport.bundles.ServiceCredentials;
import io.sallyport.bundles.ServiceCredentials.AwsSignature4;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.credentials.CertifiedKeySource;
import io.sallyport.credentials.ClientAuthentication;
import io.sallyport.credentials.ClientCredentials;
import io.sallyport.credentials.EnvironmentVariables;
import io.sallyport.credentials.OAuthClient;
import io.sallyport.credentials.SecretFile;
import io.sallyport.credentials.SecretForm;
import io.sallyport.model.text.Parsed;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code services.*.credentials}: one of four ways, each of which names where its secret is. */
final class CredentialsSection {
    private static final String PATH = "services.*.credentials.";
    private static final Keys BEARER = new Keys(PATH + "bearer");
    private static final Key<String> TOKEN_PATH = BEARER.optional(
            "token_path",
            Forms.FILE,
            "none: it has to be set",
            "The file with the token, read for each request; the token itself does not stand in the configuration.");
    private static final Key<String> SCHEME = BEARER.value(
            "scheme",
            Form.text("a word", text -> text.matches("[A-Za-z][A-Za-z0-9-]{0,31}") ? text : null),
            "Bearer",
            "The word in front of the token in `Authorization`.");

    private static final Keys CLIENT_TLS = new Keys(PATH + "client_tls");
    private static final Key<String> CERT = CLIENT_TLS.optional(
            "cert", Forms.FILE, "none: it has to be set", "The client certificate and its issuers, PEM.");
    private static final Key<String> PRIVATE_KEY = CLIENT_TLS.optional(
            "private_key", Forms.FILE, "none: it has to be set", "Its key, PEM without a passphrase.");

    private static final Keys S3 = new Keys(PATH + "s3_signing");
    private static final Key<String> SERVICE =
            S3.value("service", Form.text("a word", CredentialsSection::word), "s3", "The service of AWS.");

    private static final Keys ENVIRONMENT = new Keys(PATH + "s3_signing.environment_credentials");
    private static final Key<String> REGION = ENVIRONMENT.optional(
            "aws_region",
            Form.text("a region", CredentialsSection::word),
            "`AWS_REGION` of the environment",
            "The region. The keys are `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN` there.");

    private static final Keys OAUTH2 = new Keys(PATH + "oauth2");
    private static final Key<String> TOKEN_URL =
            OAUTH2.optional("token_url", Form.STRING, "none: it has to be set", "The token endpoint, by https.");
    private static final Key<String> CLIENT_ID = OAUTH2.optional(
            "client_id", Form.STRING, "none: it has to be set", "The id of the gateway at the endpoint.");
    private static final Key<String> CLIENT_SECRET_PATH = OAUTH2.optional(
            "client_secret_path", Forms.FILE, "none: it has to be set", "The file with the client's secret.");
    private static final Key<String> SCOPES = OAUTH2.list("scopes", Form.STRING, "none", "What is asked for.");

    private final Section section;
    private final Path folder;

    private CredentialsSection(Section section, Path folder) {
        this.section = section;
        this.folder = folder;
    }

    static List<Keys> keys() {
        return List.of(BEARER, CLIENT_TLS, S3, ENVIRONMENT, OAUTH2);
    }

    /** @param addresses blocks that the token endpoint lies in too */
    static ServiceCredentials read(
            Section section, Path folder, Map<String, String> environment, List<String> addresses)
            throws ConfigException {
        List<String> ways = Stream.of("bearer", "client_tls", "s3_signing", "oauth2")
                .filter(section::has)
                .toList();
        if (ways.size() > 1) {
            throw section.error(String.join(" and ", ways) + " (expected: one of them)");
        }
        Stream.of("bearer", "client_tls", "s3_signing", "oauth2").forEach(section::pass);
        section.end();
        var reader = new CredentialsSection(section, folder);
        return switch (ways.isEmpty() ? "" : ways.getFirst()) {
            case "bearer" -> reader.bearer(section.section("bearer"));
            case "client_tls" -> reader.clientTls(section.section("client_tls"));
            case "s3_signing" -> reader.aws(section.section("s3_signing"), environment);
            case "oauth2" -> reader.oauth(section.section("oauth2"), addresses);
            default -> new ServiceCredentials.None();
        };
    }

    private ServiceCredentials bearer(Section bearer) throws ConfigException {
        String scheme = bearer.read(SCHEME);
        @Nullable Path token = bearer.path(TOKEN_PATH, folder);
        bearer.end();
        return new ServiceCredentials.Token(scheme, file(bearer, TOKEN_PATH, token, new SecretForm.Text()));
    }

    private ServiceCredentials clientTls(Section tls) throws ConfigException {
        @Nullable Path certificate = tls.path(CERT, folder);
        @Nullable Path key = tls.path(PRIVATE_KEY, folder);
        tls.end();
        return new ServiceCredentials.ClientCertificate(new CertifiedKeySource(
                file(tls, CERT, certificate, new SecretForm.Lines()),
                file(tls, PRIVATE_KEY, key, new SecretForm.Lines())));
    }

    private ServiceCredentials aws(Section aws, Map<String, String> environment) throws ConfigException {
        String service = aws.read(SERVICE);
        Section variables = aws.section("environment_credentials");
        String region = variables.read(REGION, environment.getOrDefault("AWS_REGION", ""));
        variables.end();
        aws.end();
        if (!aws.has("environment_credentials")) {
            throw aws.error("environment_credentials: is missing; other credentials of AWS are not served");
        }
        if (word(region) == null) {
            throw aws.error("environment_credentials: aws_region is not set, and AWS_REGION names no region");
        }
        var names = new HashMap<>(Map.of(
                AwsSignature4.ACCESS_KEY_ID, "AWS_ACCESS_KEY_ID",
                AwsSignature4.SECRET_ACCESS_KEY, "AWS_SECRET_ACCESS_KEY"));
        if (environment.containsKey("AWS_SESSION_TOKEN")) {
            names.put(AwsSignature4.SESSION_TOKEN, "AWS_SESSION_TOKEN");
        }
        return new AwsSignature4(accepted(EnvironmentVariables.of(names)), region, service);
    }

    private ServiceCredentials oauth(Section oauth, List<String> addresses) throws ConfigException {
        @Nullable String url = oauth.find(TOKEN_URL);
        @Nullable String id = oauth.find(CLIENT_ID);
        List<String> scopes = oauth.list(SCOPES);
        @Nullable Path path = oauth.path(CLIENT_SECRET_PATH, folder);
        oauth.end();
        SecretFile secret = file(oauth, CLIENT_SECRET_PATH, path, new SecretForm.Text());
        if (url == null || id == null) {
            throw oauth.error("token_url, client_id and client_secret_path are all needed");
        }
        OAuthClient client = accepted(OAuthClient.of(url, addresses, id, secret, ClientAuthentication.BASIC));
        Map<String, String> parameters = scopes.isEmpty() ? Map.of() : Map.of("scope", String.join(" ", scopes));
        return new ServiceCredentials.Token("Bearer", accepted(ClientCredentials.of(client, parameters)));
    }

    private SecretFile file(Section at, Key<String> key, @Nullable Path path, SecretForm form) throws ConfigException {
        if (path == null) {
            throw at.error(key.name() + ": is missing (expected: " + key.form().expected() + ")");
        }
        return accepted(SecretFile.of(path.toAbsolutePath().toString(), form));
    }

    private <T> T accepted(Parsed<T> parsed) throws ConfigException {
        return switch (parsed) {
            case Parsed.Accepted<T>(T value) -> value;
            case Parsed.Rejected<T>(String why, int _) -> throw section.error(why);
        };
    }

    private static @Nullable String word(String text) {
        return text.matches("[a-z0-9-]{1,63}") ? text : null;
    }
}
