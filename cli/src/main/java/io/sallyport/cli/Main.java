package io.sallyport.cli;

/** The entry point: runs one command and exits with its code. */
public final class Main {
    private Main() {}

    public static void main(String... args) {
        System.exit(CommandLines.of(args).execute(args));
    }
}
