package io.sallyport.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private static final long SECOND = 1_000_000_000;

    private final StringWriter text = new StringWriter();
    private final AtomicLong clock = new AtomicLong();

    @Test
    void isShownOnceTheWorkTakesLongAndTakenAwayAtItsEnd() {
        try (var progress = new ProgressLine(new PrintWriter(text, true), true, clock::get)) {
            progress.show(() -> "1/9 tests");
            clock.set(SECOND);
            progress.show(() -> "2/9 tests");
            assertThat(text.toString()).isEmpty();
            clock.set(SECOND + 1);
            progress.show(() -> "3/9 tests");
            assertThat(text.toString()).isEqualTo("\r3/9 tests\033[K\r");
            progress.show(() -> "4/9 tests");
        }
        assertThat(text.toString()).isEqualTo("\r3/9 tests\033[K\r\r\033[K");
    }

    @Test
    void isNotShownWhereThereIsNoTerminal() {
        try (var progress = new ProgressLine(new PrintWriter(text, true), false, clock::get)) {
            clock.set(9 * SECOND);
            progress.show(() -> "3/9 tests");
        }
        assertThat(text.toString()).isEmpty();
    }
}
