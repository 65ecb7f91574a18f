package io.sallyport.models;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.RecordedPrompt;
import io.sallyport.decision.secrets.RequestSearch;
import io.sallyport.findings.SoughtValue;
import io.sallyport.inference.ModelEndpoint;
import io.sallyport.inference.ModelOperation;
import io.sallyport.inference.ModelRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.secret.FindingKind;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

final class PromptRecordingTest {
    /** GitHub's public example of its format. */
    private static final String TOKEN = "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";

    private static final String CANARY = "the heron is grey since 1907";
    private static final JsonMapper JSON = new JsonMapper();
    private static final RequestSearch SEARCH = new RequestSearch(
            List.of(new SoughtValue(FindingKind.CANARY, "heron", CANARY.getBytes(StandardCharsets.UTF_8))),
            RequestSearch.DEPTH);

    private static PromptRecording recording(int maxBytes) {
        return new PromptRecording(maxBytes, 1 << 20, text -> !SEARCH.in(text).isEmpty());
    }

    private static RecordedPrompt recorded(PromptRecording recording, String messages) {
        byte[] body = ("{\"model\":\"m\",\"messages\":[" + messages + "]}").getBytes(StandardCharsets.UTF_8);
        return switch (ModelRequest.parse(new ModelEndpoint(ModelOperation.CHAT_COMPLETIONS, null), body)) {
            case Parsed.Accepted<ModelRequest>(ModelRequest request) -> requireNonNull(recording.of(request));
            case Parsed.Rejected<ModelRequest>(String why, int _) -> throw new AssertionError(why);
        };
    }

    private static String message(String role, String text) {
        return "{\"role\":\"" + role + "\",\"content\":" + JSON.writeValueAsString(text) + "}";
    }

    private static RecordedPrompt ofUser(String text) {
        return recorded(recording(10_000), message("user", text));
    }

    static List<String> hiding() {
        byte[] token = TOKEN.getBytes(StandardCharsets.UTF_8);
        String escaped = TOKEN.chars().mapToObj("\\u%04x"::formatted).collect(Collectors.joining());
        return List.of(
                TOKEN,
                CANARY,
                "a line\n" + TOKEN + "\nanother",
                "\\u0067" + TOKEN.substring(1),
                escaped,
                escaped.replace("\\", "\\\\"),
                escaped.replace("\\", "\\\\\\\\"),
                "{\"key\":\"" + TOKEN + "\"}",
                Base64.getEncoder().encodeToString(("x" + TOKEN).getBytes(StandardCharsets.UTF_8)),
                HexFormat.of().formatHex(token),
                CANARY.replace(" ", "%20"),
                CANARY.replace("e", "\\u0065"));
    }

    @ParameterizedTest
    @MethodSource("hiding")
    void aTextThatHoldsASecretInAnyFormIsLeftOutAsAWhole(String text) {
        RecordedPrompt said = recorded(recording(10_000), message("system", "count") + "," + message("user", text));
        assertThat(said.texts())
                .containsExactly(
                        new RecordedPrompt.Text("system", "count", false),
                        new RecordedPrompt.Text("user", null, false));
    }

    @Test
    void aSecretThatIsDividedAmongMessagesLeavesThePromptOut() {
        String first = TOKEN.substring(0, 20);
        String second = TOKEN.substring(20);
        assertThat(recorded(recording(10_000), message("user", first) + "," + message("user", second))
                        .leftOut())
                .isEqualTo(ReasonCode.SECRET_FOUND);
        String apart = message("user", first) + "," + message("assistant", "go on") + "," + message("user", second);
        assertThat(recorded(recording(10_000), apart).leftOut()).isEqualTo(ReasonCode.SECRET_FOUND);
        String around = message("user", first) + "," + message("user", TOKEN) + "," + message("user", second);
        assertThat(recorded(recording(10_000), around).leftOut()).isEqualTo(ReasonCode.SECRET_FOUND);
    }

    @Test
    void theBeginningOfASecretIsNotRecordedWhereTheRoomEnds() {
        for (int room = 48; room < 200; room++) {
            PromptRecording recording = recording(room);
            List<RecordedPrompt> said = List.of(
                    recorded(recording, message("user", "x".repeat(40) + TOKEN)),
                    recorded(
                            recording,
                            message("user", TOKEN.substring(0, 20)) + "," + message("user", TOKEN.substring(20))));
            assertThat(said.toString()).doesNotContain("ghp_");
        }
    }

    @Test
    void argumentsAndResultsOfToolsAreSearchedAndImagesAreNoPart() {
        String call = "{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"" + TOKEN
                + "\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":\\\"%s\\\"}\"}}]}";
        String image = "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"look\"},"
                + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,iVBORw0KGgo\"}}]}";
        String more = "," + message("tool", TOKEN) + "," + image;
        assertThat(recorded(recording(10_000), call.formatted("b") + more).texts())
                .containsExactly(
                        new RecordedPrompt.Text("assistant", "{\"a\":\"b\"}", false),
                        new RecordedPrompt.Text("tool", null, false),
                        new RecordedPrompt.Text("user", "look", false));
        assertThat(recorded(recording(10_000), call.formatted(TOKEN)).texts())
                .containsExactly(new RecordedPrompt.Text("assistant", null, false));
    }

    @Test
    void aRoleThatNobodyHasIsNotSaid() {
        assertThat(recorded(recording(10_000), message(TOKEN, "hello")).texts())
                .containsExactly(new RecordedPrompt.Text(null, "hello", false));
    }

    @Test
    void aLongTextIsCutBetweenCharactersAndItsLengthSaid() {
        RecordedPrompt said = recorded(recording(100), message("user", "\ud83d\ude00".repeat(1_000)));
        assertThat(said.texts()).containsExactly(new RecordedPrompt.Text("user", "\ud83d\ude00".repeat(4), true));
        assertThat(said.bytes()).isEqualTo(4_000);
    }

    @Test
    void manyShortTextsTakeNoMoreThanTheRoom() {
        String many =
                IntStream.range(0, 10_000).mapToObj(i -> message("user", "x")).collect(Collectors.joining(","));
        RecordedPrompt said = recorded(recording(1_000), many);
        assertThat(said.texts()).hasSize(20);
        assertThat(said.all()).isEqualTo(10_000);
    }

    @Test
    void onlyTextsThatHaveRoomAreSearchedOneByOne() {
        List<String> searched = new ArrayList<>();
        var counting = new PromptRecording(1_000, 1 << 20, text -> {
            searched.add(text);
            return false;
        });
        String many = IntStream.range(0, 10_000)
                .mapToObj(i -> message("user", "x" + i))
                .collect(Collectors.joining(","));
        recorded(counting, many);
        assertThat(searched).hasSizeLessThan(30);
    }

    @Test
    void aBodyThatIsTooLongToBeSearchedIsNotRecorded() {
        var narrow = new PromptRecording(1_000, 100, _ -> false);
        assertThat(recorded(narrow, message("user", "x".repeat(100))).leftOut()).isEqualTo(ReasonCode.BODY_TOO_LARGE);
    }

    @Test
    void textThatIsMadeToBeExpensiveIsLeftOut() {
        assertThat(ofUser("H4sIA".repeat(100_000)).texts()).allMatch(text -> text.text() == null);
    }
}
