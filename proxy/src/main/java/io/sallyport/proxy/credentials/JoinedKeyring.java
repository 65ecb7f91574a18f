package io.sallyport.proxy.credentials;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of two, of which the first is asked before the second. */
record JoinedKeyring(Keyring first, Keyring second) implements Keyring {
    @Override
    public boolean isEmpty() {
        return first.isEmpty() && second.isEmpty();
    }

    @Override
    public boolean searchesBodies() {
        return first.searchesBodies() || second.searchesBodies();
    }

    @Override
    public @Nullable Credential find(String key) {
        Credential found = first.find(key);
        return found == null ? second.find(key) : found;
    }

    @Override
    public List<Credential> named(String name) {
        List<Credential> found = first.named(name);
        return found.isEmpty() ? second.named(name) : found;
    }
}
