package io.sallyport.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.Fields;
import io.sallyport.documents.JsonBody;
import io.sallyport.documents.JsonReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The scan of single values beside a reader of the whole document, on documents made at random. */
class AnswerScanTest {
    private static final List<String> NAMES =
            List.of("usage", "completion_tokens", "prompt_tokens", "choices", "x", "a\\\"b");
    private static final List<String> SCALARS = List.of(
            "1", "23", "-4", "5.5", "null", "true", "\"\"", "\"}\"", "\"{\\\"usage\\\":\"", "\"\\\\\"", "\"\\u007d\"");

    private final Random random = new Random(23);

    private String value(int depth) {
        return switch (depth == 0 ? 0 : random.nextInt(3)) {
            case 0 -> SCALARS.get(random.nextInt(SCALARS.size()));
            case 1 -> list(depth);
            default -> object(depth);
        };
    }

    private String list(int depth) {
        var text = new StringBuilder("[");
        for (int i = random.nextInt(3); i > 0; i--) {
            text.append(value(depth - 1)).append(i > 1 ? " ," : "");
        }
        return text + "]";
    }

    private String object(int depth) {
        var text = new StringBuilder("{");
        int begin = random.nextInt(2);
        int size = random.nextInt(5);
        for (int i = 0; i < size; i++) {
            String name = NAMES.get((begin + i) % NAMES.size());
            text.append(i > 0 ? ",\n" : "").append('"' + name + "\" : ").append(value(depth - 1));
        }
        return text + "}";
    }

    /** Returns the number at {@code usage.completion_tokens}, through lists as the scan does; -1 if there is none. */
    private static long tokens(DocumentNode root) {
        DocumentNode.Member usage = Fields.members(root).get("usage");
        return usage == null ? -1 : ofUsage(usage.value(), true);
    }

    private static long ofUsage(DocumentNode usage, boolean throughList) {
        return switch (usage) {
            case DocumentNode.Scalar _ -> -1;
            case DocumentNode.Items(var items, var _) ->
                throughList
                        ? items.stream()
                                .mapToLong(item -> ofUsage(item, false))
                                .max()
                                .orElse(-1)
                        : -1;
            case DocumentNode.Members(var members, var _) -> {
                DocumentNode.Scalar said = Fields.scalar(members, "completion_tokens");
                yield said != null && said.isPlain() && said.text().matches("[0-9]+")
                        ? Long.parseLong(said.text())
                        : -1;
            }
        };
    }

    @Test
    void theScanReadsWhatAWholeReaderReads() {
        int found = 0;
        for (int i = 0; i < 20_000; i++) {
            String json = object(4);
            byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
            JsonBody body = JsonBody.read("x", ByteBuffer.wrap(bytes), JsonReader.Bounds.ofBytes(1 << 20));
            assertThat(body).as(json).isInstanceOf(JsonBody.Whole.class);
            long expected = body instanceof JsonBody.Whole(var root) ? tokens(root) : -1;
            UsageReader reader = UsageReader.of(ModelOperation.CHAT_COMPLETIONS, AnswerForm.JSON);
            reader.accept(ByteBuffer.wrap(bytes));
            assertThat(reader.isSaid()).as(json).isEqualTo(expected >= 0);
            found += expected >= 0 ? 1 : 0;
            if (expected >= 0) {
                assertThat(reader.usage(0).outputTokens()).as(json).isEqualTo(expected);
            }
        }
        assertThat(found).isGreaterThan(100);
    }

    @Test
    void brokenAnswersThrowNothing() {
        String whole = "data: {\"usage\":{\"completion_tokens\":5,\"x\":[\"\\u00e4\\n\",{}]},\"choices\":[]}\n\n";
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
            for (int changes = random.nextInt(1, 6); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) "{}[]\",:\\u0\n\r d".charAt(random.nextInt(14));
            }
            for (AnswerForm form : AnswerForm.values()) {
                UsageReader reader = UsageReader.of(ModelOperation.CHAT_COMPLETIONS, form);
                reader.accept(ByteBuffer.wrap(bytes));
                reader.accept(ByteBuffer.wrap(bytes));
                assertThat(reader.lastBorder()).isBetween(0L, 2L * bytes.length);
                assertThat(reader.usage(1).outputTokens()).isNotNegative();
            }
        }
    }
}
