package io.sallyport.configuration.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.bundles.BundleSettings;
import io.sallyport.bundles.RemotePolicy;
import io.sallyport.bundles.ServiceCredentials;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.configuration.key.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BundleSectionTest {
    private static final String SERVICE = "services: {s: {url: \"https://bundles.example/opa\"}}\n";

    @TempDir
    Path folder = Path.of("");

    private RemotePolicy.Configured read(String text) throws ConfigException {
        return (RemotePolicy.Configured) Objects.requireNonNull(
                ConfigFile.parse(folder.resolve("gateway.yaml"), text).bundles());
    }

    @Test
    void aConfigurationInOpasFormIsRead() throws Exception {
        Files.writeString(folder.resolve("team.key"), "a secret of the security team, forty bytes long");
        RemotePolicy.Configured read = read("""
                services:
                  acmecorp:
                    url: https://example.com/control-plane-api/v1
                    response_header_timeout_seconds: 5
                    credentials: {bearer: {token_path: token}}
                labels: {region: west}
                keys: {global_key: {algorithm: HS256, file: team.key, scope: read}}
                bundles:
                  authz:
                    service: acmecorp
                    resource: bundles/http/example/authz.tar.gz
                    persist: true
                    polling: {min_delay_seconds: 60, max_delay_seconds: 120, long_polling_timeout_seconds: 30}
                    signing: {keyid: global_key, scope: write}
                status: {service: acmecorp, partition_name: west}
                """);
        BundleSettings bundle = read.bundle();
        assertThat(bundle.url())
                .hasToString("https://example.com/control-plane-api/v1/bundles/http/example/authz.tar.gz");
        assertThat(bundle.service().headerTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(bundle.service().credentials()).isInstanceOf(ServiceCredentials.Token.class);
        assertThat(bundle.polling().longPoll()).isEqualTo(Duration.ofSeconds(30));
        assertThat(Objects.requireNonNull(bundle.key()).scope()).isEqualTo("write");
        assertThat(bundle.maxAge()).isEqualTo(Duration.ofDays(1));
        assertThat(Objects.requireNonNull(read.status()).url())
                .hasToString("https://example.com/control-plane-api/v1/status/west");
        assertThat(read.status().labels()).containsEntry("region", "west");
    }

    @Test
    void theOnlyServiceAndOpasPlaceOfTheBundleAreTheDefaults() throws Exception {
        BundleSettings bundle = read(SERVICE + "bundles: {team: {}}").bundle();
        assertThat(bundle.url()).hasToString("https://bundles.example/opa/bundles/team");
        assertThat(bundle.persist()).isFalse();
        assertThat(bundle.key()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "bundles: {a: {}, b: {}} | 2 bundles (expected: one",
                "bundles: {a: {service: t}} | bundles.*.service: t (expected: one of services: s)",
                "bundles: {a: {trigger: manual}} | trigger: unknown key",
                "bundles: {a: {signing: {keyid: k}}} | bundles.*.signing.keyid: k (expected: one of keys",
                "bundles: {a: {signing: {keyid: k, exclude_files: [x]}}} | exclude_files: unknown key",
                "bundles: {a: {polling: {min_delay_seconds: 9, max_delay_seconds: 8}}} | (expected: at least min_delay",
                "bundles: {a: {size_limit_bytes: 1}} | size_limit_bytes: 1 (expected: a number of bytes from 1024",
                "bundles: {'../a': {}} | bundles: ../a (expected: 1 to 63",
                "guardrails: g.tar.gz\\nbundles: {a: {}} | `guardrails` names a folder or a bundle",
                "labels: {a: b} | there are no bundles that it could be for",
                "keys: {k: {key: x, algorithm: HS256}}\\nbundles: {a: {}} | a secret does not stand in",
                "keys: {k: {key: nopem}}\\nbundles: {a: {}} | no key of RS256",
                "approvals: {guardrails: 2}\\nbundles: {a: {}} | approvals.guardrails: 2 is for changes by the API"
            })
    void whatIsNotServedIsRefusedByName(String text, String why) {
        assertThatThrownBy(() -> read(SERVICE + text.replace("\\n", "\n")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{url: 'http://bundles.example'} | url: http://bundles.example (expected: https://HOST/PATH",
                "{url: 'https://x.example/?a=b'} | (expected: https://HOST/PATH",
                "{} | url: is missing",
                "{url: 'https://x.example', allow_insecure_tls: true} | allow_insecure_tls: unknown key",
                "{url: 'https://x.example', credentials: {bearer: {token: t0ken}}} | token: unknown key",
                "{url: 'https://x.example', credentials: {bearer: {}}} | token_path: is missing",
                "{url: 'https://x.example', credentials: {gcp_metadata: {}}} | gcp_metadata: unknown key",
                "{url: 'https://x.example', credentials: {bearer: {token_path: a}, client_tls: {}}} | one of them"
            })
    void anUnsafeOrUnknownServiceIsRefused(String service, String why) {
        assertThatThrownBy(() -> read("services: {s: " + service + "}\nbundles: {a: {}}"))
                .hasMessageContaining(why)
                .hasMessageNotContaining("t0ken");
    }

    @Test
    void aBundleWithoutSigningBesideKeysIsRefused() throws Exception {
        Files.writeString(folder.resolve("team.key"), "a secret of the security team, forty bytes long");
        assertThatThrownBy(() -> read(SERVICE + "keys: {k: {algorithm: HS256, file: team.key}}\nbundles: {a: {}}"))
                .hasMessageContaining("signing: is missing, and there are keys");
    }
}
