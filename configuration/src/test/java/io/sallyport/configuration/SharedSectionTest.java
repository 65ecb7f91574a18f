package io.sallyport.configuration;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.shared.RecordSettings;
import io.sallyport.shared.SharedSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedSectionTest {
    private static Config parse(String text) throws ConfigException {
        return ConfigFile.parse(Path.of("/etc/gateway.yaml"), text, null, Path.of("/var/lib/sallyport"));
    }

    @Test
    void byDefaultNothingIsShared() throws ConfigException {
        assertThat(parse("").operation().shared()).isNull();
    }

    @Test
    void everyKeyIsRead() throws ConfigException {
        SharedSettings read = parse("""
                shared:
                  redis:
                    url: rediss://store.example:6380/2
                    user: gateway
                    password_file: store.password
                    trust: store.pem
                    prefix: team
                    timeout: 2s
                    slice: 0
                    on_outage: slack
                    outage_limit: 3s
                    recovery_wait: 30s
                """).operation().shared();
        assertThat(requireNonNull(read))
                .isEqualTo(new SharedSettings(
                        URI.create("rediss://store.example:6380/2"),
                        "gateway",
                        Path.of("/etc/store.password"),
                        Path.of("/etc/store.pem"),
                        "team",
                        Duration.ofSeconds(2),
                        0,
                        SharedSettings.OnOutage.SLACK,
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(30)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {slice: 10}                                           | shared.redis: there is no url
                    {url: 'redis://user:secret@store'}                    | without a user or password
                    {url: 'http://store'}                                 | shared.redis.url
                    {url: 'redis://store/a'}                              | shared.redis.url
                    {url: 'redis://store', user: a}                       | there is no password_file
                    {url: 'redis://store', slice: 501}                    | shared.redis.slice
                    {url: 'redis://store', on_outage: allow}              | expected: refuse or slack
                    {url: 'redis://store', prefix: 'a b'}                 | shared.redis.prefix
                    {url: 'redis://store', recovery_wait: 1s}             | less than outage_limit
                    """)
    void whatCannotBeMeantIsRefusedAndSaysWhy(String redis, String why) {
        assertThatThrownBy(() -> parse("shared: {redis: " + redis + "}")).hasMessageContaining(why);
    }

    @Test
    void sandboxesAreSharedUnderOneKey() throws ConfigException {
        RecordSettings read = parse("""
                shared:
                  redis: {url: redis://store}
                  sandboxes: {key_file: shared.key, confirm_wait: 1s, on_outage: refuse, outage_limit: 2s}
                """).operation().sandboxes();
        assertThat(read)
                .isEqualTo(new RecordSettings(
                        Path.of("/etc/shared.key"),
                        Duration.ofSeconds(1),
                        SharedSettings.OnOutage.REFUSE,
                        Duration.ofSeconds(2)));
        assertThat(parse("shared: {redis: {url: redis://store}}").operation().sandboxes())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {redis: {url: 'redis://store'}, sandboxes: {confirm_wait: 1s}} | shared.sandboxes: there is no key_file
                    {sandboxes: {key_file: a}}                                     | there is no shared.redis.url
                    """)
    void sandboxesAreSharedNeitherWithoutAKeyNorWithoutAStore(String shared, String why) {
        assertThatThrownBy(() -> parse("shared: " + shared)).hasMessageContaining(why);
    }

    @Test
    void theExampleOfTheGuideIsRead() throws Exception {
        String page = Files.readString(Path.of("../docs/replicas.md"));
        String begin = "```yaml gateway\n";
        int from = page.indexOf(begin) + begin.length();
        String example = page.substring(from, page.indexOf("```", from));
        assertThat(requireNonNull(parse(example).operation().shared()).slice()).isEqualTo(50);
    }

    @Test
    void aPasswordInTheUrlIsNotRepeated() {
        assertThatThrownBy(() -> parse("shared: {redis: {url: 'redis://user:secret@store'}}"))
                .hasMessageNotContaining("secret");
    }
}
