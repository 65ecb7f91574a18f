package io.sallyport.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeakWatchTest {
    @Test
    void reportsABufferThatNobodyReleased() {
        leak();

        List<String> reports = LeakWatch.reports();

        assertThat(reports).hasSize(1);
        assertThat(reports.get(0)).contains("ByteBuf").contains("LeakWatchTest.leak");
    }

    @Test
    void saysNothingOfBuffersThatWereReleased() {
        PooledByteBufAllocator.DEFAULT.buffer(32).release();

        assertThat(LeakWatch.reports()).isEmpty();
    }

    private static void leak() {
        ByteBuf lost = PooledByteBufAllocator.DEFAULT.buffer(32);
        lost.writeByte(1);
    }
}
