package io.sallyport.proxy.credentials;

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
    public @Nullable Credential named(String name) {
        Credential found = first.named(name);
        return found == null ? second.named(name) : found;
    }
}
