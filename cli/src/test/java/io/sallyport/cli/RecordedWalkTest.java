package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code docs/walk/fence.cast}, which {@code docs/walk/record} writes. */
class RecordedWalkTest {
    private static final int MAX_BYTES = 32 * 1024;
    private static final String PROGRAM = "./sallyport ";

    private static List<JsonNode> lines() throws IOException {
        Path file = Path.of("..", "docs", "walk", "fence.cast");
        assertThat(file).satisfies(cast -> assertThat(Files.size(cast)).isLessThan(MAX_BYTES));
        return Files.readAllLines(file).stream()
                .map(JsonMapper.shared()::readTree)
                .toList();
    }

    private static String shown() throws IOException {
        var shown = new StringBuilder();
        lines().stream().skip(1).forEach(event -> shown.append(event.get(2).asString()));
        return shown.toString();
    }

    @Test
    void itIsAnAsciicastWhoseTimesGoOn() throws Exception {
        List<JsonNode> lines = lines();
        assertThat(lines.getFirst().path("version").asInt()).isEqualTo(2);
        assertThat(lines.getFirst().path("width").asInt()).isPositive();
        double before = 0;
        for (JsonNode event : lines.subList(1, lines.size())) {
            assertThat(event.size()).isEqualTo(3);
            assertThat(event.get(0).asDouble()).isGreaterThanOrEqualTo(before);
            assertThat(event.get(1).asString()).isEqualTo("o");
            before = event.get(0).asDouble();
        }
        assertThat(before).as("seconds").isLessThan(120);
    }

    @Test
    void itsCommandsExistAsTheyAreTyped() throws Exception {
        List<String> typed = shown().lines()
                .filter(line -> line.startsWith("$ ") && line.contains(PROGRAM))
                .flatMap(line -> Stream.of(line.split("\\.(?=/sallyport )")).skip(1))
                .map(command -> command.replaceFirst("/sallyport ", "").replaceFirst("(2>|\\|).*", ""))
                .toList();
        assertThat(typed).hasSizeGreaterThan(3);
        for (String command : typed) {
            String[] words = Arrays.stream(command.strip().split(" "))
                    .map(word -> word.replace("'", ""))
                    .toArray(String[]::new);
            String[] whole = words[words.length - 1].equals("--")
                    ? Stream.concat(Arrays.stream(words), Stream.of("CMD")).toArray(String[]::new)
                    : words;
            assertThatCode(() -> CommandLines.of(whole).parseArgs(whole))
                    .as(command)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void itShowsWhatTheGuideSays() throws Exception {
        assertThat(shown())
                .contains("1 requests allowed, 1 refused", "0 of 32 ways out are open")
                .doesNotContain("/tmp/", "/root/", "/home/");
    }
}
