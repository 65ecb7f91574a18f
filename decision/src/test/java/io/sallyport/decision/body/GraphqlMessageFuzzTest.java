package io.sallyport.decision.body;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sallyport.model.message.WebSocketMessage;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Replays the corpus in every build; {@code proxy/fuzz.sh} searches for more. */
@Execution(ExecutionMode.CONCURRENT)
final class GraphqlMessageFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void whatBeginsAnOperationIsReadAsOneOrRefused(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        BodyForm form = GraphqlMessage.read(new WebSocketMessage(true, text));
        if (GraphqlMessage.operationOf(text) == null) {
            assertThat(form).isNotInstanceOf(BodyForm.Read.class);
        } else {
            assertThat(form).isNotInstanceOf(BodyForm.Absent.class);
        }
        if (!(form instanceof BodyForm.Unreadable)) {
            assertThat(GraphqlMessage.read(new WebSocketMessage(true, " " + text + "\n")))
                    .isEqualTo(form);
            assertThat(GraphqlMessage.read(new WebSocketMessage(true, text + "{")))
                    .isInstanceOf(BodyForm.Unreadable.class);
        }
    }
}
