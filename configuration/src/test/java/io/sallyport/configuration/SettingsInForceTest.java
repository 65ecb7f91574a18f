package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Setting;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SettingsInForceTest {
    private static List<Setting> settings(String text) throws ConfigException {
        return ConfigFile.parse(Path.of("/etc/gateway.yaml"), text, null, Path.of("/state"))
                .settings();
    }

    @Test
    void eachSettingSaysWhereItComesFrom() throws ConfigException {
        List<Setting> read = settings("""
                proxy:
                  listen: ["127.0.0.1:4128", "[::1]:4128"]
                limits: {idle_timeout: 10m}
                admin:
                  roles:
                    ci.token: runner
                """);
        assertThat(read)
                .contains(
                        new Setting("proxy.listen", "[127.0.0.1:4128, 0:0:0:0:0:0:0:1:4128]", "gateway.yaml:2"),
                        new Setting("limits.idle_timeout", "10m", "gateway.yaml:3"),
                        new Setting("admin.listen", "127.0.0.1:3129", null),
                        new Setting("admin.roles.ci.token", null, "gateway.yaml:6"),
                        new Setting("limits.head_timeout", "10s", null))
                .extracting(Setting::key)
                .doesNotHaveDuplicates();
    }

    @Test
    void textThatCouldBeASecretIsNeverShown() throws ConfigException {
        List<Setting> read = settings("""
                guardrails_key: {file: key.pem, algorithm: ES256, id: hush}
                guardrails: rules.tar.gz
                proxy: {advertised_host: hush.test}
                egress: {hosts: {hush.test: 127.0.0.1}}
                providers:
                  p: {secret: {command: [print, hush]}, variables: [P_KEY], endpoints: ["https://hush.test/**"]}
                console: {oidc: {issuer: "https://hush.test", client_id: hush, roles: {reader: [hush]}}}
                audit: {sinks: {s: {type: webhook, url: "https://hook.test/hush"}}}
                """);
        assertThat(read).hasSizeGreaterThan(100);
        assertThat(read)
                .extracting(Setting::value)
                .filteredOn(value -> value != null && value.contains("hush"))
                .isEmpty();
        assertThat(read)
                .contains(new Setting("guardrails_key.file", "key.pem", "gateway.yaml:1"))
                .contains(new Setting("guardrails_key.id", null, "gateway.yaml:1"))
                .contains(new Setting("console.oidc.client_id", null, "gateway.yaml:7"))
                .contains(new Setting("audit.sinks.s.url", null, "gateway.yaml:8"));
    }
}
