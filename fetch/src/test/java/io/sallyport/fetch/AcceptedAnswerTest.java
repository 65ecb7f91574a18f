package io.sallyport.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptedAnswerTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/x-tar",
                "Application/X-Tar",
                "text/html, application/x-tar;q=0.5",
                "application/json;q=0, application/x-tar",
                "application/x-tar ; v=1; q=0.001"
            })
    void aTarIsWantedByItsName(String accept) {
        assertThat(AcceptedAnswer.by(List.of(accept))).isEqualTo(new AcceptedAnswer(true, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*/*",
                "application/*",
                "application/x-tarball",
                "x-application/x-tar",
                "application/x-tar;q=0",
                "application/x-tar; Q=0.000",
                "application/x-tar;q=0;v=1",
                "text/plain; a=application/x-tar"
            })
    void whatOnlyLooksLikeItIsNot(String accept) {
        assertThat(AcceptedAnswer.by(List.of(accept))).isEqualTo(new AcceptedAnswer(false, false));
    }

    @Test
    void everyFieldCounts() {
        assertThat(AcceptedAnswer.by(List.of("application/octet-stream", "application/x-tar")))
                .isEqualTo(new AcceptedAnswer(true, true));
    }
}
