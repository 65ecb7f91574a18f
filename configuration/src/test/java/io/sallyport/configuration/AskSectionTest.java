package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.auditexport.sink.HttpSettings;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Section;
import io.sallyport.decision.ask.AskLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AskSectionTest {
    private static AskSettings read(String ask) throws ConfigException {
        Section top = Section.read("gateway.yaml", "ask: " + ask);
        AskSettings read = AskSection.read(top.section("ask"), Path.of("/etc/sallyport"));
        top.faults().end();
        return read;
    }

    @Test
    void nobodyIsToldByDefault() throws ConfigException {
        assertThat(read("{}")).isEqualTo(new AskSettings(AskLimits.DEFAULT, null));
    }

    @Test
    void aWebhookHasAnAddressAndFilesOfItsSecrets() throws ConfigException {
        HttpSettings webhook = Objects.requireNonNull(
                read("{timeout: 30s, webhook: {url: 'https://chat.example/asks', hmac_file: ask.key}}")
                        .webhook());
        assertThat(webhook.url().text()).isEqualTo("https://chat.example/asks");
        assertThat(webhook.hmacFile()).isEqualTo(Path.of("/etc/sallyport/ask.key"));
        assertThat(webhook.headerFile()).isNull();
        assertThat(webhook.timeLimit()).isEqualTo(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|url: is missing",
                "{url: 'http://chat.example/asks'}|https://HOST/PATH",
                "{url: 'https://chat.example/asks?key=secret'}|https://HOST/PATH",
                "{url: 'https://chat.example/asks', header: 'a b'}|the name of a header",
                "{url: 'https://chat.example/asks', form: cef}|form",
            })
    void anotherWebhookIsRefused(String webhook, String why) {
        assertThatThrownBy(() -> read("{webhook: " + webhook + "}")).hasMessageContaining(why);
    }
}
