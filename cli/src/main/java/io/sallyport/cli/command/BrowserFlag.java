package io.sallyport.cli.command;

/** The description of {@code --browser}, which several commands share. */
public final class BrowserFlag {
    /** What the flag does, and what it requires. */
    public static final String DESCRIPTION =
            "Make Chromium trust the sandbox's CA, by an XDG_DATA_HOME of its own; needs certutil, and no ~/.pki.";

    private BrowserFlag() {}
}
