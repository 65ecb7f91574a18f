package io.sallyport.regoengine.wasm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever a module contains, loading it ends with an answer. */
class HostileModulesTest {
    private static final int LOOP = 0x03;
    private static final int BRANCH = 0x0c;
    private static final int CALL = 0x10;
    private static final int END = 0x0b;
    private static final int NO_RESULT = 0x40;
    private static final int UNREACHABLE = 0x00;
    private static final WasmLimits LIMITS = new WasmLimits(1 << 20, 16 << 20, 1 << 16, Duration.ofMillis(20), 1);

    private final WasmEngine engine = new WasmEngine(LIMITS, System::nanoTime);

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void aModuleThatIsNoneIsRefused() {
        assertThat(why(new byte[0])).contains("no module");
        assertThat(why("not a module at all".getBytes(UTF_8))).contains("no module");
        assertThat(why(new byte[(1 << 20) + 1])).contains("limit 1048576");
        assertThat(why(new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0})).contains("no policy of OPA");
    }

    @Test
    void aModuleThatAsksForMoreThanThereIsIsRefused() {
        assertThat(why(WasmModules.handMade("wasi_snapshot_preview1", "memory", 1, false)))
                .contains("wasi_snapshot_preview1.memory");
        assertThat(why(WasmModules.handMade("env", "other", 1, false))).contains("env.other");
        assertThat(why(WasmModules.handMade("env", "memory", 1000, false))).contains("1000 pages");
    }

    @Test
    void oneThatNeverEndsIsStopped() {
        assertThat(why(WasmModules.started(LOOP, NO_RESULT, BRANCH, 0, END))).isNotEmpty();
        assertThat(why(WasmModules.handMade(LOOP, NO_RESULT, BRANCH, 0, END))).isNotEmpty();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void oneThatCallsItselfForEverOrTrapsIsRefused() {
        assertThat(why(WasmModules.started(CALL, 0))).isNotEmpty();
        assertThat(why(WasmModules.started(UNREACHABLE))).isNotEmpty();
        assertThat(why(WasmModules.handMade())).isNotEmpty();
    }

    @Test
    void anyDamageToAModuleIsAnswered() {
        byte[] whole = WasmModules.handMade(LOOP, NO_RESULT, END);
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            byte[] damaged = whole.clone();
            for (int j = 0; j <= i % 3; j++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            assertThat(why(damaged)).isNotEmpty();
        }
    }

    private String why(byte[] module) {
        LoadedWasm loaded = engine.load(module, StandardBuiltins.all());
        assertThat(loaded).isInstanceOf(LoadedWasm.Refused.class);
        return ((LoadedWasm.Refused) loaded).why();
    }
}
