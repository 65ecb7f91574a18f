package io.sallyport.shared;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What the store does in one step: Lua, as Redis and Valkey run it. */
enum Script {
    TAKE,
    GRANT,
    BEAT,
    END,
    PUT_RECORD,
    REMOVE_RECORD,
    LIST_RECORDS;

    private final String text = read(name().toLowerCase(Locale.ROOT) + ".lua");

    String text() {
        return text;
    }

    private static String read(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not packaged");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
