package io.sallyport.cli.command;

/** The words of {@code --browser}, which several commands have. */
public final class BrowserFlag {
    /** What it does, and what it needs. */
    public static final String DESCRIPTION =
            "Make Chromium trust the sandbox's CA, by an XDG_DATA_HOME of its own; needs certutil, and no ~/.pki.";

    private BrowserFlag() {}
}
