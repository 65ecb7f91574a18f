package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.provider.LoginSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoginSectionTest {
    @TempDir
    Path folder = Path.of("");

    private Config read(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("gateway.yaml"), text);
        return ConfigFile.read(file, folder.resolve("state"), folder);
    }

    @Test
    void aLoginIsGrantedByItsNameAsAProviderIs() throws Exception {
        Config config =
                read("logins: {cloud: {token_url: \"https://id.test/token\", endpoints: [\"https://api.test\"]}}");
        LoginSettings login = config.logins().getFirst();
        assertThat(login.tokenUrl().text()).isEqualTo("https://id.test/token");
        assertThat(login.requires()).isTrue();
        assertThat(config.documents().credentials().names()).containsExactly("cloud");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cloud: {endpoints: [\"https://api.test\"]} | token_url and 1 to 64 endpoints are needed",
                "cloud: {token_url: \"https://id.test/t\"} | token_url and 1 to 64 endpoints are needed",
                "cloud: {token_url: \"https://id.test\", endpoints: [\"https://api.test\"]} | https://HOST[:PORT]/PATH",
                "cloud: {token_url: \"https://*.id.test/t\", endpoints: [\"https://a.test\"]} | https://HOST[:PORT]/PATH",
                "cloud: {token_url: \"https://id.test/t/**\", endpoints: [\"https://a.test\"]} | https://HOST[:PORT]/PATH",
                "cloud: {token_url: \"http://id.test/t\", endpoints: [\"https://a.test\"]} | https://HOST[:PORT]/PATH",
                "cloud: {token_url: \"https://id.test/t\", endpoints: [\"http://a.test\"]} | https://HOST[:PORT][/PATH]",
                "cloud: {token_url: \"https://id.test/t\", endpoints: [\"https://a.test\"], secret: {}} | secret",
                "one: {token_url: \"https://id.test/t\", endpoints: [\"https://a.test\"]} | of no provider",
                "a b: {token_url: \"https://id.test/t\", endpoints: [\"https://a.test\"]} | a name of letters",
            })
    void whatIsWrongIsNamed(String login, String why) {
        String provider =
                "providers: {one: {secret: {env: A}, endpoints: [\"https://x.test\"], inject: {header: X-K}}}\n";
        assertThatThrownBy(() -> read(provider + "logins: {" + login + "}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(why);
    }
}
