package io.sallyport.decision.body;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import java.util.Arrays;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Replays the corpus in every build; {@code proxy/fuzz.sh} searches for more. */
@Execution(ExecutionMode.CONCURRENT)
final class MultipartFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void partsTogetherAreNoLongerThanTheBody(byte[] bytes) {
        String type = "multipart/form-data; boundary=B";
        if (Bodies.of(type, bytes).parts() instanceof BodyForm.Read(RegoArray parts)) {
            long size = parts.list().stream()
                    .mapToLong(part -> Long.parseLong(String.valueOf(((RegoObject) part).get("size"))))
                    .sum();
            assertThat(size).isLessThan(bytes.length);
            byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
            assertThat(Bodies.of(type, longer).parts()).isInstanceOf(BodyForm.Unreadable.class);
        }
    }
}
