package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.testkit.GoldenFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Compares the messages of the configuration reader with recorded ones, so that no change goes unnoticed. */
final class GoldenMessagesTest {
    @Test
    void configurationsAreToldWhatIsWrongAsRecorded() {
        GoldenFile golden = GoldenFile.of(Path.of("src/test/resources/golden/configuration.txt"));
        assertThat(golden.said(GoldenMessagesTest::said)).isEqualTo(golden.recorded());
    }

    private static String said(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        try {
            ConfigFile.parse(Path.of("/etc/gateway.yaml"), text, null, Path.of("/var/lib/sallyport"));
            return "taken";
        } catch (ConfigException e) {
            return "refused: " + e.getMessage();
        } catch (InvalidPathException | NullPointerException e) {
            return "throws: " + e;
        }
    }
}
