package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/guardrails-by-example.md}: its commands print what it says, and its quotes are in the files. */
class GuardrailExamplesGuideTest extends CommandLineTest {
    private static final Path GUIDE = Path.of("..", "docs", "guardrails-by-example.md");
    private static final Pattern REGO = Pattern.compile("(?ms)^```rego (\\S+)\\n(.*?)^```$");
    private static final Pattern CONSOLE = Pattern.compile("(?ms)^```console\\n(.*?)^```$");
    private static final Pattern COMMAND = Pattern.compile("(?m)^\\$ \\./sallyport (.*)\\n((?:(?!\\$ ).*\\n)*)");

    @Test
    void theCommandsOfTheFirstScreenPrintWhatItSays() throws IOException {
        for (MatchResult file : REGO.matcher(Files.readString(GUIDE)).results().toList()) {
            if (file.group(1).endsWith(".rego")) {
                write(file.group(1), file.group(2));
            }
        }
        List<String> run = new ArrayList<>();
        for (MatchResult console :
                CONSOLE.matcher(Files.readString(GUIDE)).results().toList()) {
            for (MatchResult command :
                    COMMAND.matcher(console.group(1)).results().toList()) {
                assertThat(printed(command.group(1))).as(command.group(1)).isEqualTo(command.group(2));
                run.add(command.group(1).split(" ", 3)[1]);
            }
        }
        assertThat(run).containsExactly("check", "test", "eval");
    }

    @Test
    void everyExampleIsQuotedAsItIs() throws IOException {
        Set<String> quoted = new TreeSet<>();
        for (MatchResult quote : REGO.matcher(Files.readString(GUIDE)).results().toList()) {
            if (!quote.group(1).endsWith(".rego")) {
                Path rego = ExampleGuardrail.of(quote.group(1)).rego();
                assertThat(Files.readString(rego)).contains(quote.group(2));
                quoted.add(quote.group(1));
            }
        }
        assertThat(quoted)
                .isEqualTo(ExampleGuardrail.all().stream()
                        .map(ExampleGuardrail::toString)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    /** Returns what the command prints when it is run in the folder of the files. */
    private String printed(String command) {
        out.getBuffer().setLength(0);
        String[] words = command.split(" ", -1);
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].endsWith(".rego") ? folder.resolve(words[i]).toString() : words[i];
        }
        run(words);
        return out.toString();
    }
}
