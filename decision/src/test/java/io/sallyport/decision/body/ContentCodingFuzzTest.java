package io.sallyport.decision.body;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sallyport.model.text.Parsed;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Replays the corpus in every build; {@code proxy/fuzz.sh} searches for more. The first byte chooses the coding. */
@Execution(ExecutionMode.CONCURRENT)
final class ContentCodingFuzzTest {
    private static final List<String> CODINGS = List.of("br", "gzip", "deflate", "zstd");
    private static final int MOST = 100_000;

    private static Parsed<byte[]> decode(byte[] body, String coding) {
        return ContentCoding.decode(body, List.of(coding), MOST);
    }

    @FuzzTest(maxDuration = "30s")
    void aBodyIsOneCompleteStreamUnderItsBoundOrRefused(byte[] bytes) {
        if (bytes.length < 2) {
            return;
        }
        String coding = CODINGS.get(Math.floorMod(bytes[0], CODINGS.size()));
        byte[] body = Arrays.copyOfRange(bytes, 1, bytes.length);
        if (decode(body, coding) instanceof Parsed.Accepted(byte[] content)) {
            assertThat(content.length).isLessThanOrEqualTo(MOST);
            assertThat(decode(Arrays.copyOf(body, body.length + 1), coding)).isInstanceOf(Parsed.Rejected.class);
            assertThat(decode(Arrays.copyOf(body, body.length - 1), coding)).isInstanceOf(Parsed.Rejected.class);
        }
    }
}
