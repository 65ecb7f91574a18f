package io.sallyport.cli;

import io.sallyport.gateway.serve.EarlyLoading;

/** The entry point: runs one command and exits with its code. */
public final class Main {
    private Main() {}

    public static void main(String... args) {
        if (args.length > 0 && args[0].equals("run")) {
            EarlyLoading.begin();
        }
        System.exit(CommandLines.of(args).execute(args));
    }
}
