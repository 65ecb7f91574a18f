package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.configuration.key.ConfigException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OidcSectionTest {
    private static final String LEAST = "issuer: \"https://id.test/staff\", client_id: c, roles: {reader: [all]}";

    private static @Nullable OidcSettings parse(String oidc) throws ConfigException {
        return whole("console: {oidc: {" + oidc + "}}\n").admin().oidc();
    }

    private static Config whole(String text) throws ConfigException {
        return ConfigFile.parse(Path.of("/etc/gateway.yaml"), text, null, Path.of("/state"));
    }

    @Test
    void whereNothingIsSaidNobodyLogsInSo() throws ConfigException {
        assertThat(whole("").admin().oidc()).isNull();
        assertThat(whole("console: {}\n").admin().oidc()).isNull();
    }

    @Test
    void issuerClientAndOneRoleAreEnough() throws ConfigException {
        OidcSettings read = Objects.requireNonNull(parse(LEAST));
        assertThat(read.endpoint().toString()).isEqualTo("https://id.test/staff/.well-known/openid-configuration");
        assertThat(read)
                .isEqualTo(new OidcSettings(
                        "https://id.test/staff",
                        read.endpoint(),
                        "c",
                        null,
                        List.of("openid", "email"),
                        List.of("RS256", "ES256"),
                        "groups",
                        Map.of("reader", List.of("all")),
                        Duration.ofHours(8)));
    }

    @Test
    void aSlashAtTheEndOfAnIssuerIsPartOfItsName() throws ConfigException {
        OidcSettings read = Objects.requireNonNull(parse(LEAST.replace("/staff", "/")));
        assertThat(read.issuer()).isEqualTo("https://id.test/");
        assertThat(read.endpoint().toString()).isEqualTo("https://id.test/.well-known/openid-configuration");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "https://id.test/staff | http://id.test/staff   | by https, or by http on a loopback address",
                "https://id.test/staff | http://localhost:9/    | by https, or by http on a loopback address",
                "https://id.test/staff | https://id.test/?a=b   | no query and no fragment",
                "https://id.test/staff | https://id.test/#a     | no query and no fragment",
                "https://id.test/staff | ftp://id.test/         | the scheme is not served here",
                "client_id: c          | scopes: [a]            | client_id",
                "reader: [all]         | claim: g               | a value of a role",
                "reader: [all]         | reader: []             | a value of a role",
                "reader: [all]         | admin: [all]           | unknown key",
                "client_id: c          | client_id: c, session: 13h     | a duration from 1m to 12h",
                "client_id: c          | client_id: c, session: 1s      | a duration from 1m to 12h",
                "client_id: c          | client_id: c, scopes: [\"a b\"] | a word without spaces",
                "client_id: c          | client_id: c, algorithms: [HS256] | RS256 to RS512",
                "client_id: c          | client_id: c, algorithms: [none]  | RS256 to RS512",
                "client_id: c          | client_id: c, algorithms: []      | an algorithm",
                "client_id: c          | client_id: c, addresses: [x]      | a CIDR block",
            })
    void whatCouldLetOthersInIsRefused(String good, String bad, String why) {
        assertThat(LEAST).contains(good);
        assertThatThrownBy(() -> parse(LEAST.replace(good, bad))).hasMessageContaining(why);
    }

    @Test
    void howManyPeopleApproveTheProviderKnows() throws ConfigException {
        String two = "approvals: {guardrails: 2}\nconsole: {oidc: {" + LEAST + "}}\n";
        assertThatThrownBy(() -> whole(two)).hasMessageContaining("only one person could change guardrails");
        assertThat(whole(two.replace("reader", "security")).approvals().guardrails())
                .isTrue();
    }
}
