package io.sallyport.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.credentials.SecretForm.ProcessCredentials;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessCredentialsTest {
    private static SecretFetch read(String json) {
        return new ProcessCredentials().read(json.getBytes(StandardCharsets.UTF_8), "the source");
    }

    @Test
    void temporaryKeysHaveATokenAndAnEnd() {
        SecretFetch fetch = read("""
                {"Version": 1, "AccessKeyId": "AKID", "SecretAccessKey": "secret", "SessionToken": "token",
                 "Expiration": "2030-01-02T03:04:05Z"}""");
        assertThat(fetch).isInstanceOfSatisfying(SecretFetch.Fetched.class, fetched -> {
            assertThat(fetched.end()).isEqualTo(Instant.parse("2030-01-02T03:04:05Z"));
            assertThat(fetched.values().names())
                    .containsExactlyInAnyOrder("access_key_id", "secret_access_key", "session_token");
            fetched.values().close();
        });
    }

    @Test
    void lastingKeysHaveNeither() {
        SecretFetch fetch = read("{\"AccessKeyId\": \"AKID\", \"SecretAccessKey\": \"secret\"}");
        assertThat(fetch).isInstanceOfSatisfying(SecretFetch.Fetched.class, fetched -> {
            assertThat(fetched.end()).isNull();
            assertThat(fetched.values().names()).containsExactlyInAnyOrder("access_key_id", "secret_access_key");
            fetched.values().close();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "AKID",
                "{\"AccessKeyId\": \"AKID\"}",
                "{\"AccessKeyId\": \"AKID\", \"SecretAccessKey\": 7}",
                "{\"AccessKeyId\": \"AKID\", \"SecretAccessKey\": \"secret\", \"SessionToken\": null}",
                "{\"AccessKeyId\": \"AKID\", \"SecretAccessKey\": \"secret\", \"Expiration\": \"soon\"}"
            })
    void halfOfThemAreNone(String json) {
        assertThat(read(json))
                .isInstanceOfSatisfying(
                        SecretFetch.Unavailable.class,
                        none -> assertThat(none.reason()).doesNotContain("AKID"));
    }
}
