package io.sallyport.regoengine.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CompilerSettingsTest {
    private static final long MIB = 1024 * 1024;

    @Test
    void theCompilerTakesAtMostAQuarterOfASmallHeap() {
        CompilerSettings small = CompilerSettings.fittedTo(128 * MIB);
        assertThat(small.maxMemoryBytes()).isEqualTo(32 * MIB);
        assertThat(small.recycleBytes()).isEqualTo(24 * MIB);
        assertThat(CompilerSettings.fittedTo(16L << 30).maxMemoryBytes()).isEqualTo(256 * MIB);
    }
}
