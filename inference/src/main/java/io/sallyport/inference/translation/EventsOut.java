package io.sallyport.inference.translation;

import io.sallyport.inference.JsonText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** Events that are to be sent to a client. Confined to one thread. */
final class EventsOut {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Adds an event; without a name if that is empty. */
    void event(String name, Consumer<JsonGenerator> members) {
        event(name, JsonText.object(members));
    }

    void event(String name, byte[] data) {
        if (!name.isEmpty()) {
            write("event: " + name + "\n");
        }
        write("data: ");
        bytes.writeBytes(data);
        write("\n\n");
    }

    private void write(String text) {
        bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns what was added since the last time. */
    byte[] take() {
        byte[] taken = bytes.toByteArray();
        bytes.reset();
        return taken;
    }
}
