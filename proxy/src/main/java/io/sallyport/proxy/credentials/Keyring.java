package io.sallyport.proxy.credentials;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The credentials of one sandbox, by key. Safe for concurrent use; never blocks. */
public interface Keyring {
    /** No keys. */
    Keyring EMPTY = of(Map.of());

    /** Those of {@code credentials}, by their keys. */
    static Keyring of(Map<String, Credential> credentials) {
        Map<String, Credential> byKey = Map.copyOf(credentials);
        return new Keyring() {
            @Override
            public boolean isEmpty() {
                return byKey.isEmpty();
            }

            @Override
            public @Nullable Credential find(String key) {
                return byKey.get(key);
            }
        };
    }

    boolean isEmpty();

    /** The credential of that key, or null. */
    @Nullable
    Credential find(String key);
}
