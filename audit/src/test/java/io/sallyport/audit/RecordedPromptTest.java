package io.sallyport.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.ReasonCode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

final class RecordedPromptTest {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .characterEscapes(new DeleteEscaped())
            .build();

    private static String line(RecordedPrompt prompt, RecordRedaction redaction) {
        var out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8)) {
            json.writeStartObject();
            prompt.write(json, redaction);
            json.writeEndObject();
        }
        return out.toString(StandardCharsets.US_ASCII);
    }

    private static RecordedPrompt taken(int room, @Nullable String... texts) {
        var taking = new RecordedPrompt.Taking(room);
        for (@Nullable String text : texts) {
            taking.take("assistant", text);
        }
        return taking.of(texts.length, 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"plain ", "\"", "\\", "\n", "\u0001", "\u007f", "\u00e9", "\u20ac", "\ud83d\ude00", "\u2028"})
    void whatIsTakenHasRoomInTheLine(String repeated) {
        for (int room : List.of(0, 47, 48, 54, 59, 60, 100, 1_000)) {
            RecordedPrompt prompt = taken(room, repeated, repeated.repeat(200), repeated);
            String line = line(prompt, RecordRedaction.NONE);
            int array = line.indexOf(']') - line.indexOf('[') - 1;
            assertThat(array).isLessThanOrEqualTo(room);
            assertThat(line).doesNotContain("\n").doesNotContain("\u007f");
        }
    }

    @Test
    void aTextThatLooksLikeARecordStaysOneText() {
        String text = "x\"}]}\n{\"v\":1,\"audit_id\":\"forged\"}";
        assertThat(line(taken(1_000, text), RecordRedaction.NONE))
                .startsWith("{\"prompt\":[{\"role\":\"assistant\",\"text\":\"x\\\"}]}\\n{\\\"v\\\":1,");
    }

    @Test
    void whatIsCutAndWhatIsLeftOutIsSaid() {
        assertThat(line(taken(100, "first", null, "third"), RecordRedaction.NONE))
                .isEqualTo("{\"prompt\":[{\"role\":\"assistant\",\"text\":\"first\"}],\"prompt_texts\":3,"
                        + "\"prompt_bytes\":0}");
        assertThat(line(taken(140, "first", null, "third"), RecordRedaction.NONE))
                .contains("{\"role\":\"assistant\",\"redacted\":true}],");
        assertThat(line(taken(50, "first"), RecordRedaction.NONE))
                .contains("{\"role\":\"assistant\",\"text\":\"fi\",\"cut\":true}");
        assertThat(line(RecordedPrompt.leftOut(ReasonCode.SECRET_FOUND), RecordRedaction.NONE))
                .isEqualTo("{\"prompt_left_out\":\"secret_found\"}");
    }

    @Test
    void theOperatorsRedactionCoversEachText() {
        var redaction = new RecordRedaction(Set.of("prompt"), List.of());
        assertThat(line(taken(1_000, "first", null, "third"), redaction))
                .doesNotContain("first", "third")
                .contains("{\"role\":\"assistant\",\"text\":\"[redacted]\"}", "\"redacted\":true");
    }
}
