package io.sallyport.model;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sallyport.model.host.Dialect;
import java.nio.charset.StandardCharsets;

/** Replays the corpus in every build; {@code JAZZER_FUZZ=1} looks for more. */
final class CanonicalUrlFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void urlsKeepTheirForm(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        CanonicalForms.checkUrl(text, Dialect.WIRE);
        CanonicalForms.checkUrl(text, Dialect.DOCUMENT);
    }
}
