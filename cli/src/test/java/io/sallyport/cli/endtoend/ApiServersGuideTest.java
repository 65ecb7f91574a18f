package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.Rig.SB;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.model.HarnessFiles;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.junit.RequireTool;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of the guide to API servers as written, except for the port, which may be in use here. */
class ApiServersGuideTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\S+)([^\\n]*)\\n(.*?)^```$");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    @TempDir
    private Path folder = Path.of("");

    private final Map<String, String> profiles = new HashMap<>();
    private final List<String> requests = new ArrayList<>();
    private String harness = "";
    private String variables = "";

    @Test
    void whatTheGuideSaysIsSo() throws Exception {
        RequireTool.require("curl");
        String port = String.valueOf(freePort());
        read(Files.readString(Path.of("../docs/api-servers.md")).replace("9001", port));
        try (Rig rig = ServerPrograms.in(folder).rig()) {
            Map<String, String> env = put(rig);
            String[] pair = variables.strip().split("=", 2);
            assertThat(env).containsEntry(pair[0], pair[1]);
            requests.forEach(line -> check(rig, env, line));
            attachingTheOtherOpensWhatItSays(rig, port);
        }
        assertThat(requests).hasSize(12);
    }

    private void read(String text) {
        for (Matcher block = BLOCK.matcher(text); block.find(); ) {
            String body = block.group(3);
            switch (block.group(1) + block.group(2).replaceFirst(" (profile|harness).*", " $1")) {
                case "yaml profile" ->
                    profiles.put("profiles/" + block.group(2).strip().split(" ", 2)[1] + ".yaml", body);
                case "yaml harness" -> harness = body;
                case "requests" -> requests.addAll(body.lines().toList());
                case "text" -> variables = body;
                default -> {}
            }
        }
    }

    private Map<String, String> put(Rig rig) throws Exception {
        var documents = SandboxDocuments.builder()
                .harness(harness)
                .enclosed(new HarnessFiles(profiles, List.of(), null))
                .build();
        AdminClient.Reply reply = rig.put(SB, documents);
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
        return Rig.variables(reply);
    }

    /** Uses another port, because the first may stay in use for a while. */
    private void attachingTheOtherOpensWhatItSays(Rig rig, String before) throws Exception {
        rig.admin().delete(SB);
        String port = String.valueOf(freePort());
        profiles.replaceAll((_, text) -> text.replace(before, port));
        harness = harness.replace(before, port).replace("[words-count]", "[words-background]");
        Map<String, String> env = put(rig);
        check(rig, env, "202 - POST http://words.api.internal/frequencies");
        check(rig, env, "404 - GET http://words.api.internal/frequencies/none");
        check(rig, env, "403 no_grant POST http://words.api.internal/count");
    }

    /** A status, a reason, a method, a URL, and options of curl. */
    private static void check(Rig rig, Map<String, String> env, String line) {
        List<String> words = WORD.matcher(line)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toList();
        var command =
                new ArrayList<>(List.of("curl", "-s", "--noproxy", "", "-w", "\n%{http_code}", "-X", words.get(2)));
        command.addAll(words.subList(3, words.size()));
        if (words.get(2).equals("POST") && !words.contains("-d")) {
            command.addAll(List.of("-d", "{\"text\": \"a b\"}"));
        }
        String said = rig.run(env, command.toArray(String[]::new)).out();
        assertThat(said).as(line).endsWith("\n" + words.get(0));
        if (!words.get(1).equals("-")) {
            assertThat(said).as(line).contains("\"reason\":\"" + words.get(1) + "\"");
        }
    }

    private static int freePort() throws Exception {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
