package io.sallyport.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CanonicalActionTest {
    @ParameterizedTest
    @CsvSource({"a/b, a/b", "./a//b/, a/b", "/a/../b, /b", "/../a, /a"})
    void onlyFoldedPathsMayClimbOrBeRelative(String written, String folded) {
        var accepted = (Canonicalized.Accepted<CanonicalAction>) CanonicalAction.parseFolded("fs.read", written);
        assertThat(accepted.value().target()).isEqualTo(folded);
        assertThat(CanonicalAction.parse("fs.read", written, null)).isInstanceOf(Canonicalized.Rejected.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "../a", "a/../..", "a\\b", "a\nb"})
    void whatHasNoCanonicalFormHasNoneFolded(String written) {
        assertThat(CanonicalAction.parseFolded("fs.write", written)).isInstanceOf(Canonicalized.Rejected.class);
    }

    @Test
    void aNameIsReadTheSameWay() {
        assertThat(CanonicalAction.parseFolded("tool.call", "a/../b"))
                .isEqualTo(CanonicalAction.parse("tool.call", "a/../b", null));
    }
}
