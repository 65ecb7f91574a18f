package io.sallyport.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.configuration.Config;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.decision.DecisionMeter;
import io.sallyport.model.DialRules;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WarmUpBodiesTest {
    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"log: {format: json}", "lease: {require_model_use: false}", "intercept: {mode: off}"})
    void eachBodyIsTakenBySettingsAsTheyAreAndStricter(String more) throws Exception {
        Config config =
                ConfigFile.read(Files.writeString(folder.resolve("gateway.yaml"), more), null, folder.resolve("state"));
        try (var policies = GatewayParts.policies(config, DialRules.NONE, DecisionMeter.unread());
                var gateway = ThrowawayGateway.open(config.intercept(), policies)) {
            for (String body : WarmUpBodies.ALL) {
                assertThat(gateway.use(body)).as(body).isEqualTo(201);
            }
        }
    }
}
