package io.sallyport.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.Test;

/** Run by {@link LeakWatchExtensionTest} only. */
class LeakingFixture {
    @Test
    void forgetsABuffer() {
        assertThat(PooledByteBufAllocator.DEFAULT.buffer(16).capacity()).isEqualTo(16);
    }
}
