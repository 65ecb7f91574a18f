package io.sallyport.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.testkit.GoldenFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the reader of fetches says is recorded, so that no change of it goes unseen. */
final class GoldenMessagesTest {
    @Test
    void fetchesAreToldWhatIsWrongAsRecorded() {
        GoldenFile golden = GoldenFile.of(Path.of("src/test/resources/golden/fetch-body.txt"));
        assertThat(golden.said(GoldenMessagesTest::said)).isEqualTo(golden.recorded());
    }

    private static String said(byte[] body) {
        try {
            FetchBody.parse(body);
            return "taken";
        } catch (RefusedException e) {
            return "refused: " + e.getMessage();
        }
    }
}
