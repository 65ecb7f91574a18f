package io.sallyport.credentials;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a request gets of a secret: the values, or why there are none. */
public sealed interface CurrentSecret {
    /**
     * The values as of now. Whoever gets this closes it after use: until then the values are not overwritten, though
     * newer ones may be in force. Safe for concurrent use.
     */
    final class Known implements CurrentSecret, AutoCloseable {
        private final HeldSecrets held;

        /** @param held with a reference that this owns */
        Known(HeldSecrets held) {
            this.held = held;
        }

        /** Returns the number of these values at their source, from 1; greater whenever the values are others. */
        public long revision() {
            return held.revision().number();
        }

        /** Returns the end of these values as their source says it, or null if it says none. */
        public @Nullable Instant end() {
            return held.end();
        }

        /** Returns the value of that name, or null; valid until this is closed. */
        public @Nullable SecretValue find(String name) {
            return held.values().find(name);
        }

        /** Returns all values; valid until this is closed. */
        public NamedSecrets values() {
            return held.values();
        }

        /** Gives the values back. Must be called once. */
        @Override
        public void close() {
            held.release();
        }
    }

    /** There are no values to use; the reason is for operators and holds no secret. */
    record Refused(String reason) implements CurrentSecret {}
}
