package io.sallyport.decision.body;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sallyport.regoengine.value.RegoObject;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Replays the corpus in every build; {@code proxy/fuzz.sh} searches for more. */
@Execution(ExecutionMode.CONCURRENT)
final class RpcFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void everyCallIsReadOrRefused(byte[] bytes) {
        BodyForms forms = Bodies.of(Bodies.JSON, bytes);
        for (int call = 0; call < forms.calls(); call++) {
            if (forms.rpc(call) instanceof BodyForm.Read(RegoObject message)) {
                assertThat(message.get("method") == null).isEqualTo(message.get("response") != null);
            }
        }
    }
}
