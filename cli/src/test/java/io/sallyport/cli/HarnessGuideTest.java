package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of the guide to harness files as they are written, by the commands that it names. */
class HarnessGuideTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\S+)([^\\n]*)\\n(.*?)^```$");

    @TempDir
    Path folder = Path.of("");

    private String out = "";
    private String err = "";

    @Test
    void whatTheGuideSaysIsSo() throws IOException {
        Files.createDirectory(folder.resolve("profiles"));
        String text = Files.readString(Path.of("../docs/harness.md"));
        int judged = 0;
        for (Matcher block = BLOCK.matcher(text); block.find(); ) {
            String[] words = block.group(2).strip().split(" ", -1);
            String body = block.group(3);
            switch (block.group(1)) {
                case "yaml" -> write(words, body);
                case "effective" -> judged += effective(words, body);
                case "refused" -> judged += refused(words[0], body);
                case "requests" -> judged += requests(body);
                default -> {}
            }
        }
        assertThat(judged).isEqualTo(7);
    }

    private void write(String[] words, String body) throws IOException {
        switch (words[0]) {
            case "file" -> Files.writeString(folder.resolve(words[1]), body);
            case "profile" -> Files.writeString(folder.resolve("profiles/" + words[1] + ".yaml"), body);
            case "config" -> checkConfig(body);
            default -> throw new AssertionError(String.join(" ", words));
        }
    }

    /** The guide's configuration is valid, and its empty list permits nothing. */
    private void checkConfig(String body) throws IOException {
        Files.createDirectory(folder.resolve("harness"));
        Files.createDirectory(folder.resolve("providers"));
        Path config = Files.writeString(folder.resolve("gateway.yaml"), body);
        assertThat(run("harness", "check", folder.resolve("fix.yaml").toString(), "--config", config.toString()))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err).startsWith("fix.yaml:4:5: error NOT_IN_ORGANISATION").hasLineCount(3);
    }

    private int effective(String[] words, String body) {
        List<String> line = new ArrayList<>(
                List.of("harness", "check", folder.resolve(words[0]).toString(), "--effective"));
        line.addAll(List.of(words).subList(1, words.length));
        assertThat(run(line.toArray(String[]::new))).as(err).isEqualTo(ExitCodes.OK);
        assertThat(out).isEqualTo(body);
        return 1;
    }

    private int refused(String file, String body) {
        assertThat(run("harness", "check", folder.resolve(file).toString())).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err).startsWith(body.strip());
        return 1;
    }

    private int requests(String body) {
        List<String> lines = body.lines().toList();
        for (String line : lines) {
            String[] words = line.strip().split("\\s+", -1);
            int exit = run(
                    "policy",
                    "eval",
                    "--profile",
                    folder.resolve("profiles/builder-read.yaml").toString(),
                    folder.resolve("profiles/builder-push.yaml").toString(),
                    "--json",
                    "--",
                    words[2],
                    words[3]);
            assertThat(exit).as(line + out + err).isEqualTo(words[0].equals("allow") ? ExitCodes.OK : ExitCodes.NO);
            String said = words[1].equals("inspected") ? "\"intercept\":true" : "\"reason\":\"" + words[1] + "\"";
            assertThat(out.replace(" ", "")).as(line).contains(said);
        }
        return lines.size();
    }

    private int run(String... arguments) {
        var printed = new StringWriter();
        var told = new StringWriter();
        int exit = CommandLines.of()
                .setOut(new PrintWriter(printed, true))
                .setErr(new PrintWriter(told, true))
                .execute(arguments);
        out = printed.toString();
        err = told.toString();
        return exit;
    }
}
