package io.sallyport.bench.proxy;

import java.util.Locale;

/** What goes on, on standard error. */
final class Progress {
    private Progress() {}

    static void say(String format, Object... values) {
        System.err.println("bench: " + String.format(Locale.ROOT, format, values));
    }
}
