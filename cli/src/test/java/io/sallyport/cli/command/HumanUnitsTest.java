package io.sallyport.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HumanUnitsTest {
    @Test
    void timesAndSizesAreForPeople() {
        var clock = new AtomicLong(5);
        var took = new HumanUnits(clock::get);
        assertThat(took).hasToString("0.00 s");
        clock.addAndGet(1_234_000_000L);
        assertThat(took).hasToString("1.23 s");
        assertThat(HumanUnits.seconds(61_500_000_000L)).isEqualTo("62 s");
        assertThat(HumanUnits.size(1_023)).isEqualTo("1023 bytes");
        assertThat(HumanUnits.size(1_536)).isEqualTo("1.5 KiB");
        assertThat(HumanUnits.size(50L << 20)).isEqualTo("50.0 MiB");
    }
}
