package io.sallyport.regoengine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Modules become JVM classes, which are unloaded with them. */
class ModuleClassesTest {
    private static final int MODULES = 300;

    /** How many classes may remain: what the JIT keeps alive, and what the surrounding tests load. */
    private static final int LEFT_CLASSES = 100;

    private static final int I32_CONST = 0x41;
    private static final int DROP = 0x1a;

    /** Each module has different code. */
    private static void load(int modules) {
        for (int i = 0; i < modules; i++) {
            PolicyModule.of(WasmModules.handMade(I32_CONST, i % 64, DROP), WasmLimits.DEFAULT);
        }
    }

    @Test
    @Timeout(120)
    void classesGoAwayWithTheirModules() {
        ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
        load(10);
        System.gc();
        int before = classes.getLoadedClassCount();
        long everBefore = classes.getTotalLoadedClassCount();
        load(MODULES);
        assertThat(classes.getTotalLoadedClassCount() - everBefore).isGreaterThanOrEqualTo(MODULES);
        while (classes.getLoadedClassCount() - before >= LEFT_CLASSES) {
            System.gc();
        }
    }
}
