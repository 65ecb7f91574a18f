package io.sallyport.cli.command;

/** Text that may be made of requests, as a terminal may be shown it: nothing in it moves the cursor. */
public final class ShownName {
    private ShownName() {}

    /** Returns {@code text} with a question mark in place of each control character. */
    public static String of(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
