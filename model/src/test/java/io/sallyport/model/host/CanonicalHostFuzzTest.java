package io.sallyport.model.host;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sallyport.model.CanonicalForms;
import java.nio.charset.StandardCharsets;

/** Replays the corpus in every build; {@code JAZZER_FUZZ=1} looks for more. */
final class CanonicalHostFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void hostsKeepTheirForm(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        CanonicalForms.checkHost(text, Dialect.WIRE);
        CanonicalForms.checkHost(text, Dialect.DOCUMENT);
    }
}
