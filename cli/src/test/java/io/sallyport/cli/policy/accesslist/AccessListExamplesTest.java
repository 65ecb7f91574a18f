package io.sallyport.cli.policy.accesslist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.testkit.Client;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lists of {@code examples/access-lists}: what the command prints, and the tests that it writes. */
class AccessListExamplesTest {
    private static final Path EXAMPLES = Path.of("../examples/access-lists");
    private static final Path GOLDEN = Path.of("src/test/resources/golden");

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "smokescreen, smokescreen.yaml, --service=billing",
        "srt, srt-settings.json, ",
        "iron-proxy, iron-proxy.yaml, ",
        "awf, awf-domains.txt, ",
        "awf, awf-config.yaml, ",
        "squid, squid.conf, --client=localnet",
        "pipelock, pipelock.yaml, ",
    })
    void isPrintedAsRecordedAndItsTestsPass(String kind, String file, String flag) throws IOException {
        StringBuilder said = new StringBuilder();
        for (String form : List.of("policy", "lease")) {
            Path document = folder.resolve("document." + form);
            List<String> command = new ArrayList<>(List.of("policy", "import", "--from", kind, "--as", form));
            if (flag != null) {
                command.add(flag);
            }
            command.addAll(
                    List.of("-o", document.toString(), EXAMPLES.resolve(file).toString()));
            Client.Ended imported = CommandInProcess.run(command.toArray(String[]::new));
            assertThat(imported.exit()).as(imported.err()).isZero();
            said.append(imported.err()).append(Files.readString(document)).append('\n');
            Path tests = folder.resolve("document_test.rego");
            Client.Ended tested =
                    CommandInProcess.run("policy", "test", "--" + form, document.toString(), tests.toString());
            assertThat(tested.exit())
                    .as(tested.out() + tested.err() + Files.readString(tests))
                    .isZero();
            assertThat(tested.out()).contains("PASS: ");
        }
        compare(file, said.toString());
    }

    private static void compare(String file, String said) throws IOException {
        Path golden = GOLDEN.resolve("access-list-" + file + ".txt");
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(golden, said, StandardCharsets.UTF_8);
        }
        assertThat(said).isEqualTo(Files.readString(golden));
    }
}
