package io.sallyport.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class FindingsTest {
    private static Findings of(int errors, int warnings) {
        var findings = new Findings("harness");
        for (int i = 0; i < errors; i++) {
            findings.error(Place.START, DiagnosticCode.BAD_VALUE, "error " + i, null);
        }
        for (int i = 0; i < warnings; i++) {
            findings.warning(Place.START, DiagnosticCode.DEPRECATED, "warning " + i, null);
        }
        return findings;
    }

    @Test
    void whatDoesNotFitIsCountedInALastLine() {
        assertThat(of(Findings.MAX, 0).all()).hasSize(Findings.MAX);
        List<Diagnostic> more = of(99_000, 0).all();
        assertThat(more).hasSize(Findings.MAX + 1);
        assertThat(more.getLast()).hasToString("harness: MORE: 98900 more are not shown");
        assertThat(more.getLast().isError()).isTrue();
    }

    @Test
    void warningsLeaveRoomForErrorsAndAreCountedToo() {
        List<Diagnostic> warnings = of(0, Findings.MAX).all();
        assertThat(warnings).hasSize(Findings.MAX / 2 + 1).noneMatch(Diagnostic::isError);
        assertThat(warnings.getLast().message()).isEqualTo("50 more are not shown");
    }

    @Test
    void whatOthersLeftOutIsNotForgotten() {
        var all = of(90, 0);
        all.addAll(of(120, 3));
        assertThat(all.all()).hasSize(Findings.MAX + 1);
        assertThat(all.all().getLast().message()).isEqualTo("113 more are not shown");
        assertThat(all.hasErrors()).isTrue();
    }
}
