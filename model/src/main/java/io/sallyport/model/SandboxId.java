package io.sallyport.model;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The id of a sandbox: a letter or digit, then at most 62 of {@code [A-Za-z0-9._-]}. Compared byte for byte. */
public record SandboxId(String text) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    public SandboxId {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("sandbox id: not of the form " + FORM);
        }
    }

    /** Returns the id, or null if {@code text} is not a sandbox id. */
    public static @Nullable SandboxId parse(String text) {
        return FORM.matcher(text).matches() ? new SandboxId(text) : null;
    }

    @Override
    public String toString() {
        return text;
    }
}
