package io.sallyport.proxy.credentials;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The credentials of one sandbox. Safe for concurrent use; never blocks. */
public interface Keyring {
    /** No keys. */
    Keyring EMPTY = of(Map.of());

    /** Those of {@code credentials}, by the keys of their placeholders. */
    static Keyring of(Map<String, Credential> credentials) {
        return new StoredKeyring(credentials);
    }

    /** What is in both, a key of this one before the same key of the other. */
    default Keyring and(Keyring other) {
        return isEmpty() ? other : other.isEmpty() ? this : new JoinedKeyring(this, other);
    }

    boolean isEmpty();

    /** Whether bodies are searched for placeholders, and refused where one is found. */
    boolean searchesBodies();

    /** The credential that a placeholder names by that key, or null. */
    @Nullable
    Credential find(String key);

    /** The credentials that policies grant by that name; none where it is not known. */
    List<Credential> named(String name);
}
