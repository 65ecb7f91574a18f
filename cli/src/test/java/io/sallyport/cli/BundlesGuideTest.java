package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.configuration.Config;
import io.sallyport.configuration.ConfigFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each configuration in the guide to bundle servers is one. */
class BundlesGuideTest {
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder = Path.of("");

    @Test
    void eachExampleIsRead() throws Exception {
        var keys = KeyPairGenerator.getInstance("EC");
        keys.initialize(new ECGenParameterSpec("secp256r1"));
        String der = Base64.getMimeEncoder()
                .encodeToString(keys.generateKeyPair().getPublic().getEncoded());
        Files.writeString(
                folder.resolve("team.pem"), "-----BEGIN PUBLIC KEY-----\n" + der + "\n-----END PUBLIC KEY-----\n");
        List<String> examples = YAML.matcher(Files.readString(Path.of("../docs/bundles.md")))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        assertThat(examples).hasSizeGreaterThan(5);
        for (String example : examples) {
            Config read = ConfigFile.parse(folder.resolve("gateway.yaml"), example);
            assertThat(read.bundles()).as(example).isNotNull();
        }
    }
}
