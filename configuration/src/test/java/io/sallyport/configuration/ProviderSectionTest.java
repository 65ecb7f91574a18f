package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.provider.ProviderSettings;
import io.sallyport.credentials.CertifiedKeySource;
import io.sallyport.credentials.EnvironmentVariables;
import io.sallyport.credentials.GithubApp;
import io.sallyport.credentials.GivenText;
import io.sallyport.credentials.RefreshTokenGrant;
import io.sallyport.credentials.SecretCommand;
import io.sallyport.credentials.SecretFile;
import io.sallyport.credentials.SecretForm;
import io.sallyport.credentials.VaultKv;
import io.sallyport.proxy.credentials.CredentialUse.InAnswers;
import io.sallyport.proxy.credentials.CredentialUse.InBodies;
import io.sallyport.proxy.credentials.CredentialUse.OwnValue;
import io.sallyport.proxy.credentials.Injection;
import io.sallyport.proxy.credentials.SigV4Rule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderSectionTest {
    private static final String WHERE = "endpoints: [\"https://api.test\"], inject: {header: Authorization}";

    @TempDir
    Path folder = Path.of("");

    private Config read(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("gateway.yaml"), text);
        return ConfigFile.read(file, folder.resolve("state"), folder);
    }

    private ProviderSettings one(String members) throws Exception {
        return read("providers: {one: {" + members + "}}").providers().getFirst();
    }

    @Test
    void aProviderHasDefaultsThatAreSafe() throws Exception {
        ProviderSettings provider = one("secret: {env: TOKEN}, " + WHERE);
        assertThat(provider.source()).isInstanceOf(EnvironmentVariables.class);
        assertThat(provider.use().injections()).containsExactly(new Injection.Header("Authorization", "Bearer "));
        assertThat(provider.use().requires()).isTrue();
        assertThat(provider.use().own()).isEqualTo(OwnValue.REMOVE);
        assertThat(provider.use().inBodies()).isEqualTo(InBodies.REFUSE);
        assertThat(provider.variables()).isEmpty();
    }

    @Test
    void bodiesAreFilledByOptIn() throws Exception {
        assertThat(one("secret: {env: TOKEN}, in_bodies: fill, " + WHERE).use().inBodies())
                .isEqualTo(InBodies.FILL);
        assertThat(one("secret: {env: TOKEN}, in_bodies: pass, " + WHERE).use().inBodies())
                .isEqualTo(InBodies.PASS);
    }

    @Test
    void pathsAreThoseOfTheFile() throws Exception {
        SecretFile file = (SecretFile) one("secret: {file: a/b}, " + WHERE).source();
        assertThat(file.path()).isEqualTo(folder.resolve("a/b"));
    }

    @Test
    void sourcesOnTheNetworkAreRead() throws Exception {
        String vault = "secret: {vault: {address: \"https://vault.test:8200\", path: a/b, token: {env: VAULT}}}, ";
        assertThat(one(vault + WHERE).source()).isInstanceOf(VaultKv.class);
        String oauth = "secret: {oauth: {token_url: \"https://id.test/token\", client_id: me, client_secret: {env: A},"
                + " refresh_token: {env: B}, seal_key: {env: C}, parameters: {scope: x}}}, ";
        assertThat(one(oauth + WHERE).source()).isInstanceOf(RefreshTokenGrant.class);
        String app = "secret: {github_app: {app: 1, installation: 2, key: {file: k}, repositories: [a],"
                + " permissions: {contents: read}}}, ";
        assertThat(one(app + WHERE).source()).isInstanceOf(GithubApp.class);
        Config config = read("providers: {a: {" + oauth + WHERE + "}, b: {" + vault + WHERE + "}}");
        assertThat(config.secretVariables()).containsExactlyInAnyOrder("A", "B", "C", "VAULT");
        assertThat(config.documents().credentials().names()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aCertificateAndItsKeyComeFromTwoSources() throws Exception {
        String where = ", endpoints: [\"https://mtls.test\"], in_answers: refuse";
        String vault = "{vault: {address: \"https://vault.test:8200\", path: a/b, key: k, token: {env: VAULT}}}";
        var source = (CertifiedKeySource)
                one("secret: {client_certificate: {certificate: {pem: text}, key: " + vault + "}}" + where)
                        .source();
        assertThat(source.certificate()).isEqualTo(new GivenText("text"));
        assertThat(source.key())
                .isInstanceOfSatisfying(
                        VaultKv.class, key -> assertThat(key.form()).isEqualTo(SecretForm.Members.ofLines("k")));
        ProviderSettings local =
                one("secret: {client_certificate: {certificate: {env: CRT}, key: {file: k, json_key: j}}}" + where);
        assertThat(local.use().inAnswers()).isEqualTo(InAnswers.REFUSE);
        assertThat(((CertifiedKeySource) local.source()).key())
                .isInstanceOfSatisfying(
                        SecretFile.class, key -> assertThat(key.form()).isEqualTo(SecretForm.Members.ofLines("j")));
        assertThat(local.secretVariables()).containsExactly("CRT");
    }

    @Test
    void keysOfAwsComeFromOneSource() throws Exception {
        String where = ", endpoints: [\"https://s3.test\"], inject: {aws_sigv4: {allowed_services: [s3], region: r-1}}";
        ProviderSettings provider = one("secret: {aws: {env: {session_token: TOKEN}}}" + where);
        assertThat(((EnvironmentVariables) provider.source()).variables().values())
                .containsExactlyInAnyOrder("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "TOKEN");
        assertThat(provider.use().signing()).isEqualTo(new SigV4Rule(Set.of("r-1"), Set.of("s3"), "r-1", null, true));
        assertThat(one("secret: {aws: {file: a.json}}" + where).source()).isInstanceOf(SecretFile.class);
        assertThat(one("secret: {aws: {command: [a]}}" + where).source()).isInstanceOf(SecretCommand.class);
    }

    @Test
    void whatOnlyABackendHasNeedsNeitherAnInjectionNorAVariable() throws Exception {
        String provider = "providers: {a: {secret: {env: A}, endpoints: [\"https://api.test\"]}}\n";
        String backend = "inference: {backends: {b: {api: openai, url: \"https://api.test\", provider: a}}}\n";
        assertThat(read(provider + backend).providers()).hasSize(1);
        assertThatThrownBy(() -> read(provider + backend.replace(", provider: a", "")))
                .hasMessageContaining("or a backend that names it, are needed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "endpoints: [\"https://api.test\"], inject: {header: X-K} | one of env, file, command",
                "secret: {env: A, file: b}, inject: {header: X-K} | one of env, file and command is needed",
                "secret: {env: A, vault: {}} | one of env, file, command, vault",
                "secret: {env: A}, inject: {header: X-K} | endpoints: 1 to 64 are needed",
                "secret: {env: A}, endpoints: [\"http://api.test\"], inject: {header: X-K} | expected: https://HOST",
                "secret: {env: A}, endpoints: [\"https://api.test\"] | inject, or variables",
                "secret: {env: A}, endpoints: [\"https://api.test\"], inject: {header: Host} | the name of a field",
                "secret: {env: A}, endpoints: [\"https://api.test\"], inject: {header: Proxy-X} | the name of a field",
                "secret: {env: A}, endpoints: [\"https://api.test\"], inject: {header: a, query: b} | one of header",
                "secret: {env: A}, endpoints: [\"https://api.test\"], inject: {query: b, before: c} | one of header",
                "secret: {env: A}, endpoints: [\"https://api.test\"], variables: [A-B] | the name of a variable",
                "secret: {env: A}, endpoints: [\"https://api.test\"], variables: [X], placeholder: {length: 9} | characters",
                "secret: {env: A}, files: {X-Y: {name: a, text: \"{placeholder}\"}} | the name of a variable",
                "secret: {env: A}, files: {X: {name: a}} | name and text are needed",
                "secret: {env: A}, files: {X: {name: ../a, text: \"{placeholder}\"}} | a file's name",
                "secret: {env: A}, files: {X: {name: a, text: key}} | text with {placeholder}",
                "secret: {env: A}, files: {X: {name: a, text: \"{placeholder}\", value: b}} | {file} or {folder}",
                "secret: {env: A}, endpoints: [\"https://api.test\"], inject: {path: /a} | /SEGMENT/{credential}",
                "secret: {aws: {env: {}}}, endpoints: [\"https://s3.test\"], inject: {header: X-K} | need each other",
                "secret: {client_certificate: {certificate: {file: a}}} | one of env, file and command is needed",
                "secret: {client_certificate: {certificate: {pem: a, file: b}, key: {file: c}}} | pem stands alone",
                "secret: {client_certificate: {certificate: {pem: a}, key: {file: c, vault: {}}}} | command and vault",
                "secret: {client_certificate: {certificate: {pem: a}, key: {file: c}}}, inject: {header: X-K},"
                        + " endpoints: [\"https://a.test\"] | shown in TLS alone",
                "secret: {client_certificate: {certificate: {pem: a}, key: {file: c}}}, variables: [X],"
                        + " endpoints: [\"https://a.test\"] | shown in TLS alone",
                "secret: {env: A}, inject: {header: X-K}, in_answers: stars | redact or refuse",
                "secret: {env: A}, endpoints: [\"https://s3.test\"], inject: {aws_sigv4: {region: a, service: b}} | need each",
                "secret: {aws: {env: {}}}, endpoints: [\"https://s3.test\"], variables: [X],"
                        + " inject: {aws_sigv4: {region: a, service: b}} | variables and placeholder",
                "secret: {aws: {env: {}}}, inject: {aws_sigv4: {region: a}} | allowed_services or service",
                "secret: {aws: {env: {}}}, inject: {aws_sigv4: {allowed_regions: [\"*\"], service: b}} | small letters",
                "secret: {aws: {env: {}, file: a}} | one of env, file and command is needed",
                "secret: {vault: {address: \"http://v.test\", path: a, token: {env: T}}} | asked for by https",
                "secret: {vault: {address: \"https://v.test\", path: ../a, token: {env: T}}} | mount, path or namespace",
            })
    void mistakesAreNamed(String members, String expected) {
        assertThatThrownBy(() -> one(members))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("providers.one")
                .hasMessageContaining(expected);
    }

    @Test
    void oneVariableIsOneProvidersAlone() {
        String members = "{secret: {env: A}, endpoints: [\"https://api.test\"], variables: [TOKEN]}";
        assertThatThrownBy(() -> read("providers: {a: " + members + ", b: " + members + "}"))
                .hasMessageContaining("providers.b: TOKEN is another provider's too, or named twice");
        String both = "{secret: {env: A}, endpoints: [\"https://api.test\"], variables: [TOKEN],"
                + " files: {TOKEN: {name: a, text: \"{placeholder}\"}}}";
        assertThatThrownBy(() -> read("providers: {a: " + both + "}")).hasMessageContaining("providers.a: TOKEN");
    }
}
