package io.sallyport.proxy.listener;

import java.time.Duration;

/** Checks of settings; a wrong one is a fault of the caller, said with its name. */
final class SettingChecks {
    private SettingChecks() {}

    static void positive(String name, int value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: > 0)");
        }
    }

    static void positive(String name, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: > 0)");
        }
    }
}
