package io.sallyport.decision.body;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sallyport.regoengine.builtin.graphql.GraphqlDocument;
import io.sallyport.regoengine.builtin.graphql.GraphqlOperation;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Replays the corpus in every build; {@code proxy/fuzz.sh} searches for more. */
@Execution(ExecutionMode.CONCURRENT)
final class GraphqlFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void whatIsReadDoesNotChangeBySpacesAndComments(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        GraphqlOperation operation = operation(text);
        if (operation != null) {
            assertThat(operation.rootFields()).isNotEmpty().allMatch(text::contains);
            assertThat(operation("# { a }\n" + text + "\n,,# }")).isEqualTo(operation);
        }
    }

    private static @Nullable GraphqlOperation operation(String text) {
        GraphqlDocument document = GraphqlDocument.parse(text);
        return document == null ? null : document.operation("");
    }
}
