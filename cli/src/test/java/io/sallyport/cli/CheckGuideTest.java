package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/guardrails.md} says what {@code policy check} prints. {@code -Dgolden.write=true} writes it anew. */
class CheckGuideTest extends CommandLineTest {
    private static final Path GUIDE = Path.of("../docs/guardrails.md");
    private static final Pattern DESCRIBED = Pattern.compile(
            "```json schema\\n(.*?)```.*```rego described\\n(.*?)```\\n\\n```text described\\n(.*?)```",
            Pattern.DOTALL);
    private static final Pattern BLOCKS =
            Pattern.compile("```rego checked\\n(.*?)```\\n\\n```text check\\n(.*?)```", Pattern.DOTALL);

    @Test
    void everyBlockIsWhatTheCommandPrints() throws IOException {
        String guide = Files.readString(GUIDE);
        Matcher block = BLOCKS.matcher(guide);
        int blocks = 0;
        while (block.find()) {
            String printed = printed(block.group(1));
            if (Boolean.getBoolean("golden.write")) {
                Files.writeString(GUIDE, Files.readString(GUIDE).replace(block.group(2), printed));
            } else {
                assertThat(block.group(2)).isEqualTo(printed);
            }
            blocks++;
        }
        assertThat(blocks).isEqualTo(2);
    }

    @Test
    void theSchemaOfTheGuideFindsWhatTheGuideSays() throws IOException {
        String guide = Files.readString(GUIDE);
        Matcher block = DESCRIBED.matcher(guide);
        assertThat(block.find()).isTrue();
        String schema = "--schema=" + write("schema.json", block.group(1));
        String data = "--data=" + write("lists.json", "{\"teams\": {\"docs\": {\"hosts\": []}}}");
        String printed = printed(block.group(2), schema, data);
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(GUIDE, guide.substring(0, block.start(3)) + printed + guide.substring(block.end(3)));
        } else {
            assertThat(block.group(3)).isEqualTo(printed);
        }
    }

    @Test
    void strictRefusesWhatIsWarnedOf() throws IOException {
        String file = write("g.rego", """
                package sallyport.guardrails

                dney contains {"rule": "a", "message": "closed"} if input.net.host == "a.example"
                """).toString();
        assertThat(run("policy", "check", "--guardrails", file)).isZero();
        assertThat(run("policy", "check", "--strict", "--guardrails", file)).isEqualTo(2);
        assertThat(err.toString()).contains("UNREAD_RULE", "refused: 1 warning (--strict)");
        assertThat(run("policy", "check", "--strict", "--json", "--guardrails", file))
                .isEqualTo(2);
        assertThat(out.toString()).contains("{\"status\":\"refused\",\"diagnostics\":[{\"severity\":\"warning\"");
    }

    @Test
    void anUnknownOptionIsNamedWithTheNearest() {
        assertThat(run("policy", "check", "--guardrial", "a.rego")).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "sallyport: Unknown option: '--guardrial'",
                        "  did you mean --guardrails?",
                        "  see sallyport policy check --help");
    }

    private String printed(String rego, String... flags) throws IOException {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        String file = write("guardrails.rego", rego).toString();
        run(Stream.concat(Stream.of("policy", "check", "--guardrails", file), Stream.of(flags))
                .toArray(String[]::new));
        return err.toString() + out;
    }
}
