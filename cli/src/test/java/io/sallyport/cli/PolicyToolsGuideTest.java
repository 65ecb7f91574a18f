package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Guides whose commands print what they say. {@code -Dgolden.write=true} writes them anew. */
class PolicyToolsGuideTest extends CommandLineTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern FILE = Pattern.compile("(?ms)^```\\w+ (\\S+\\.\\w+)\\n(.*?)^```$");
    private static final Pattern CONSOLE = Pattern.compile("(?ms)^```console\\n(.*?)^```$");
    private static final Pattern COMMAND = Pattern.compile("(?m)^\\$ \\./sallyport (.*)\\n((?:(?!\\$ ).*\\n)*)");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    @ParameterizedTest
    @CsvSource({
        "policy-tools.md, input eval build inspect",
        "policy-import.md, import test",
        "policy-prove.md, prove diff test",
        "policy-replay.md, replay",
        "learn.md, eval suggest"
    })
    void everyCommandPrintsWhatTheGuideSays(Path name, String commands) throws IOException {
        Path page = DOCS.resolve(name);
        String guide = Files.readString(page);
        for (MatchResult file : FILE.matcher(guide).results().toList()) {
            write(file.group(1), file.group(2));
        }
        List<String> run = new ArrayList<>();
        for (MatchResult console : CONSOLE.matcher(guide).results().toList()) {
            for (MatchResult command :
                    COMMAND.matcher(console.group(1)).results().toList()) {
                String printed = printed(command.group(1));
                if (Boolean.getBoolean("golden.write")) {
                    Files.writeString(page, Files.readString(page).replace(command.group(), asked(command) + printed));
                } else {
                    assertThat(printed).as(command.group(1)).isEqualTo(command.group(2));
                }
                run.add(command.group(1).split(" ", 3)[1]);
            }
        }
        assertThat(run).contains(commands.split(" ", -1));
    }

    private static String asked(MatchResult command) {
        return command.group().lines().findFirst().orElseThrow() + "\n";
    }

    /** Returns what the command prints, errors first, when it is run in the folder of the files. */
    private String printed(String command) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        run(WORD.matcher(command)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .map(word -> word.matches("[\\w-]+(\\.(rego|jsonl?|tar\\.gz|yaml|conf|txt)|/)")
                        ? folder.resolve(word).toString()
                        : word)
                .toArray(String[]::new));
        return (err.toString() + out).replace(folder + "/", "").replaceAll("FAIL \\([0-9.]+[mµn]?s\\)", "FAIL (1ms)");
    }
}
