package io.sallyport.proxy.credentials;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A keyring of a map. Immutable. */
final class StoredKeyring implements Keyring {
    private final Map<String, Credential> byKey;
    private final Map<String, List<Credential>> byName;
    private final boolean searchesBodies;

    StoredKeyring(Map<String, Credential> byKey) {
        this.byKey = Map.copyOf(byKey);
        this.byName = byKey.values().stream()
                .distinct()
                .filter(credential -> !credential.name().isEmpty())
                .collect(Collectors.groupingBy(Credential::name, Collectors.toUnmodifiableList()));
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
    public List<Credential> named(String name) {
        return byName.getOrDefault(name, List.of());
    }
}
