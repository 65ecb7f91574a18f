package io.sallyport.bench.proxy;

/** Reports progress on standard error. */
final class Progress {
    private Progress() {}

    static void say(String line) {
        System.err.println("bench: " + line);
    }
}
