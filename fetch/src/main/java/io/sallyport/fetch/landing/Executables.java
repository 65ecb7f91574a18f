package io.sallyport.fetch.landing;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which files may be run where they land; the hash covers content and no modes, so content says it. */
public enum Executables {
    /** Files that begin with {@code #!}. */
    SHEBANG,
    NEVER;

    /** Bytes of a file's beginning that say it. */
    static final int LOOKED_AT = 2;

    private static final int FILE = 0644;
    private static final int PROGRAM = 0755;

    /** The word in the configuration. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What {@code word} says, or null. */
    public static @Nullable Executables of(String word) {
        for (Executables each : values()) {
            if (each.word().equals(word)) {
                return each;
            }
        }
        return null;
    }

    /** The mode of a file that begins so. */
    int mode(byte[] start) {
        return isProgram(start) ? PROGRAM : FILE;
    }

    boolean isProgram(byte[] start) {
        return this == SHEBANG && start.length >= LOOKED_AT && start[0] == '#' && start[1] == '!';
    }
}
