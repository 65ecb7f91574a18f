package io.sallyport.proxy.credentials;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A keyring of a map. Immutable. */
final class StoredKeyring implements Keyring {
    private final Map<String, Credential> byKey;
    private final Map<String, Credential> byName;
    private final boolean searchesBodies;

    StoredKeyring(Map<String, Credential> byKey) {
        this.byKey = Map.copyOf(byKey);
        Map<String, Credential> named = new HashMap<>();
        byKey.values().stream()
                .filter(credential -> !credential.name().isEmpty())
                .forEach(credential -> named.put(credential.name(), credential));
        this.byName = Map.copyOf(named);
        this.searchesBodies = byKey.values().stream()
                .anyMatch(credential -> credential.use().inBodies() != CredentialUse.InBodies.PASS);
    }

    @Override
    public boolean isEmpty() {
        return byKey.isEmpty();
    }

    @Override
    public boolean searchesBodies() {
        return searchesBodies;
    }

    @Override
    public @Nullable Credential find(String key) {
        return byKey.get(key);
    }

    @Override
    public @Nullable Credential named(String name) {
        return byName.get(name);
    }
}
