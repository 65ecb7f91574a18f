package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/explain.md} says what the commands print. */
class ExplainGuideTest extends CommandLineTest {
    private static final Pattern BLOCK =
            Pattern.compile("```console\\n\\$ \\./sallyport ([^\\n]+)\\n(.*?)```", Pattern.DOTALL);

    private static final Set<String> FILES = Set.of("no-gist.rego", "tools.json", "net.yaml");

    /** A word, or what stands between double quotes. */
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    @Test
    void everyBlockIsWhatTheCommandPrints() throws IOException {
        Files.writeString(folder.resolve("no-gist.rego"), """
                package sallyport.guardrails

                deny contains {"rule": "no-gist", "message": "gists are closed"} if input.net.host == "gist.github.com"
                """);
        Files.writeString(folder.resolve("net.yaml"), """
                version: 1
                network_policies:
                  api:
                    endpoints:
                      - {host: api.example.com, port: 443, protocol: rest, access: read-only}
                """);
        Files.writeString(folder.resolve("tools.json"), "{\"tool.call\": [\"web.*\"]}");
        Matcher block = BLOCK.matcher(Files.readString(Path.of("../docs/explain.md")));
        int blocks = 0;
        while (block.find()) {
            assertThat(printed(words(block.group(1)))).as(block.group(1)).isEqualTo(block.group(2));
            blocks++;
        }
        assertThat(blocks).isEqualTo(8);
    }

    @Test
    void refusalsOfAnAuditLogAreReadBack() throws IOException {
        Path log = Files.writeString(folder.resolve("audit.jsonl"), """
                {"v":1,"kind":"http","sandbox":"sb-1","verdict":"deny","reason":"no_grant","scheme":"https","host":"2001:4860:4860::8888","port":8443,"method":"POST","path":"/a"}
                {"v":1,"kind":"tool","sandbox":"sb-1","verdict":"deny","reason":"no_grant","capability":"tool.call","target":"db.read"}
                {"v":1,"kind":"http","sandbox":"sb-2","verdict":"deny","reason":"no_grant","scheme":"https","host":"b.test","port":443,"method":"GET","path":"/b"}
                {"v":1,"kind":"http","sandbox":"sb-1","verdict":"deny","reason":"guardrail","scheme":"https","host":"c.test","port":443,"method":"GET","path":"/c"}
                {"v":1,"kind":"admin","sandbox":"sb-1","verdict":"allow","reason":"granted"}
                {"v":1,"kind":"connect","sandbox":"sb-1","verdict":"deny","reason":"no_gr
                """);
        assertThat(printed(List.of("policy", "suggest", "--audit", log.toString(), "--sandbox", "sb-1")))
                .isEqualTo("""
                        lease: net.fetch: "https://[2001:4860:4860::8888]:8443/a"
                          for 1 request
                        lease: tool.call: "db.read"
                          for 1 request
                        """);
    }

    @Test
    void actionsAreReadFromTheContractsDocuments() throws IOException {
        Path one = Files.writeString(
                folder.resolve("one.json"),
                "{\"kind\": \"tool\", \"action\": {\"capability\": \"tool.call\", \"target\": \"a.b\", \"skill\": \"rust\"}}");
        Path more = Files.writeString(
                folder.resolve("more.json"),
                "[{\"kind\": \"file\", \"action\": {\"capability\": \"fs.read\", \"target\": \"/ws/a\"}},"
                        + " {\"kind\": \"http\", \"net\": {\"scheme\": \"https\", \"host\": \"h.example.com\", \"path\": \"/x\"}}]");
        assertThat(printed(List.of("policy", "explain", "--input", one.toString())))
                .startsWith("deny no_grant\nasked       tool.call a.b for rust\n");
        assertThat(printed(List.of("policy", "suggest", "--input", one.toString(), "--input", more.toString()))
                        .lines()
                        .filter(line -> line.startsWith("lease")))
                .containsExactlyInAnyOrder(
                        "lease: tool.call: \"a.b\"",
                        "lease: fs.read: \"/ws/a\"",
                        "lease: net.fetch: \"https://h.example.com/x\"");
    }

    private List<String> words(String line) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            String text = word.group(1) == null ? word.group(2) : word.group(1);
            boolean isFile = FILES.contains(text);
            words.add(isFile ? folder.resolve(text).toString() : text);
        }
        return words;
    }

    private String printed(List<String> words) {
        out.getBuffer().setLength(0);
        run(words.toArray(String[]::new));
        return out.toString();
    }
}
