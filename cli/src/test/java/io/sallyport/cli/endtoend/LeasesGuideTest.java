package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs the calls in the guide to leases, as written, against one gateway. */
class LeasesGuideTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    /** Status, method, path, body (may be empty), and the required part of the answer. */
    private static final Pattern CALL =
            Pattern.compile("(?ms)^```http (\\d+)\\n(\\S+) (\\S+)\\n(.*?)\\n?^\\n(\\{.*?)^```$");

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({"leases.md, 13", "layers.md, 5"})
    void eachCallIsAnsweredAsTheGuideSays(String page, int expected) throws Exception {
        String guide = Files.readString(Path.of("../docs").resolve(page));
        int calls = 0;
        try (Rig rig = Rig.start(folder, Map.of());
                HttpClient http = HttpClient.newHttpClient()) {
            for (Matcher call = CALL.matcher(guide); call.find(); calls++) {
                HttpResponse<String> answer = http.send(request(rig, call), BodyHandlers.ofString());
                assertThat(answer.statusCode())
                        .as(call.group() + answer.body())
                        .isEqualTo(Integer.valueOf(call.group(1)));
                String body = answer.body().isEmpty() ? "{}" : answer.body();
                holds(JSON.readTree(body), JSON.readTree(call.group(5)), call.group());
            }
        }
        assertThat(calls).isEqualTo(expected);
    }

    private static HttpRequest request(Rig rig, Matcher call) throws IOException {
        String token = Files.readString(rig.state().resolve("admin.token")).strip();
        String body = call.group(4);
        return HttpRequest.newBuilder(URI.create(rig.adminUrl() + call.group(3)))
                .method(call.group(2), body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + token)
                .build();
    }

    /** Asserts that every expected member is present with its value. */
    private static void holds(JsonNode came, JsonNode expected, String where) {
        if (expected.isObject()) {
            expected.forEachEntry((name, value) -> holds(came.path(name), value, where));
        } else if (expected.isArray()) {
            assertThat(came.size()).as(where).isEqualTo(expected.size());
            for (int i = 0; i < expected.size(); i++) {
                holds(came.path(i), expected.path(i), where);
            }
        } else {
            assertThat(came).as(where).isEqualTo(expected);
        }
    }
}
