package io.sallyport.configuration.provider;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.credentials.CertifiedKeySource;
import io.sallyport.credentials.DockerHelper;
import io.sallyport.credentials.GitHelper;
import io.sallyport.credentials.NamedSecrets;
import io.sallyport.credentials.SecretForm;
import io.sallyport.credentials.SecretSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code providers.*.secret}: where one secret comes from. */
public final class SecretSection {
    private static final String PATH = "providers.*.secret";
    private static final Duration HELPER_TIME = Duration.ofSeconds(10);

    private static final SourceKeys LOCAL = new SourceKeys(PATH, new SecretForm.Text(), "the secret");

    private static final VaultSection VAULT = new VaultSection(PATH + ".vault");

    private static final Keys DOCKER = new Keys(PATH + ".docker");
    private static final Key<String> HELPER = DOCKER.optional(
            "helper",
            Form.STRING,
            "none: it has to be set",
            "The helper `docker-credential-HELPER`, which is asked for the password or token of `server`.");
    private static final Key<String> SERVER =
            DOCKER.optional("server", Form.STRING, "none: it has to be set", "The registry, as the helper knows it.");

    private static final Keys GIT = new Keys(PATH + ".git");
    private static final Key<String> URL = GIT.optional(
            "url",
            Form.STRING,
            "none: it has to be set",
            "The URL whose password git's credential helpers are asked for.");
    private static final Key<String> COMMAND = GIT.list(
            "helper",
            Form.STRING,
            "those of git's configuration (`git credential fill`)",
            "The helper and its arguments, such as `[git, credential-store]`.");

    private SecretSection() {}

    /**
     * A source, and which of its values is the secret.
     *
     * @param value its name among those of the source
     * @param isOfAws whether it is the keys of an identity at AWS, of which none is the secret
     */
    record Secret(SecretSource source, String value, boolean isOfAws) {
        /** Whether it is a certificate and its key, which no message has. */
        boolean isCertified() {
            return source instanceof CertifiedKeySource;
        }
    }

    static List<Keys> keys() {
        return Stream.of(
                        List.of(LOCAL.keys(), DOCKER, GIT),
                        VAULT.keys(),
                        OauthSection.keys(),
                        JwtSection.keys(),
                        AppSection.keys(),
                        AwsSection.keys(),
                        CertificateSection.keys())
                .flatMap(List::stream)
                .toList();
    }

    /**
     * Reads the section of one provider.
     *
     * @param state the state directory, which keeps refresh tokens
     */
    static Secret read(String provider, Section section, Path folder, Path state) throws ConfigException {
        List<String> ways = Stream.of(
                        "vault", "docker", "git", "oauth", "jwt", "github_app", "aws", "client_certificate")
                .filter(section::has)
                .toList();
        boolean isLocal = LOCAL.isIn(section);
        if (ways.size() + (isLocal ? 1 : 0) != 1) {
            throw section.error(
                    "one of env, file, command, vault, docker, git, oauth, jwt, github_app, aws and client_certificate is"
                            + " needed");
        }
        SecretSource source = isLocal
                ? LOCAL.read(section, folder)
                : source(ways.getFirst(), provider, section.section(ways.getFirst()), folder, state);
        section.end();
        boolean hasPassword = section.has("docker") || section.has("git");
        return new Secret(source, hasPassword ? DockerHelper.PASSWORD : NamedSecrets.VALUE, section.has("aws"));
    }

    private static SecretSource source(String way, String provider, Section section, Path folder, Path state)
            throws ConfigException {
        return switch (way) {
            case "vault" -> VAULT.read(section, folder);
            case "docker" -> docker(section);
            case "git" -> git(section);
            case "oauth" -> OauthSection.read(provider, section, folder, state);
            case "jwt" -> JwtSection.read(section, folder);
            case "aws" -> AwsSection.read(section, folder);
            case "client_certificate" -> CertificateSection.read(section, folder);
            default -> AppSection.read(section, folder);
        };
    }

    private static SecretSource docker(Section section) throws ConfigException {
        @Nullable String helper = section.find(HELPER);
        @Nullable String server = section.find(SERVER);
        section.end();
        if (helper == null || server == null) {
            throw section.error("helper and server are both needed");
        }
        return SourceKeys.accepted(DockerHelper.of(helper, server, HELPER_TIME), section);
    }

    private static SecretSource git(Section section) throws ConfigException {
        @Nullable String url = section.find(URL);
        List<String> helper = section.list(COMMAND);
        section.end();
        if (url == null) {
            throw section.error("url is needed");
        }
        return SourceKeys.accepted(
                helper.isEmpty() ? GitHelper.ofGit(url, HELPER_TIME) : GitHelper.ofHelper(helper, url, HELPER_TIME),
                section);
    }
}
