package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.configuration.key.ConfigException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DescriptorLimitTest {
    private static Config read(long most, String limits) throws ConfigException {
        Path file = Path.of("/etc/sallyport/gateway.yaml");
        return ConfigFile.parse(
                file, "limits: " + limits, null, Path.of("/var/lib/sallyport"), new DescriptorLimit(most));
    }

    @Test
    void fewDescriptorsMakeSmallDefaults() throws ConfigException {
        Config.Limits limits = read(700, "{}").limits();
        assertThat(limits.proxy().connections().maxOpen()).isEqualTo(222);
        assertThat(limits.proxy().connections().maxUnidentified()).isEqualTo(55);
        assertThat(limits.connectionsPerSandbox()).isEqualTo(111);
        assertThat(limits.proxy().connections().maxPipes()).isEqualTo(13);
    }

    @Test
    void manyDescriptorsMakeTheUsualDefaults() throws ConfigException {
        assertThat(read(1 << 20, "{}").limits())
                .isEqualTo(read(Long.MAX_VALUE, "{}").limits());
        assertThat(read(1 << 20, "{}").limits().proxy().connections().maxOpen()).isEqualTo(20_000);
    }

    @Test
    void hardlyAnyDescriptorsStillTakeAFewConnections() throws ConfigException {
        assertThat(read(64, "{}").limits().proxy().connections().maxOpen()).isEqualTo(16);
    }

    @Test
    void whatIsSetStandsAndIsToldWhereItIsTooMuch() throws ConfigException {
        Config config = read(700, "{max_open: 5000}");
        assertThat(config.limits().proxy().connections().maxOpen()).isEqualTo(5000);
        assertThat(config.warnings()).singleElement().asString().contains("limits.max_open: 5000", "700");
        assertThat(read(700, "{max_open: 222}").warnings()).isEmpty();
    }

    @Test
    void thisProcessHasALimit() {
        assertThat(DescriptorLimit.ofThisProcess().most()).isBetween(64L, Long.MAX_VALUE);
    }
}
