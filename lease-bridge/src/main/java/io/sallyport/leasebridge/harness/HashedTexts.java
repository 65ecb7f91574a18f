package io.sallyport.leasebridge.harness;

import io.sallyport.leasebridge.harness.Surroundings.Found;
import io.sallyport.model.Sha256;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Documents by the SHA-256 of their bytes, computed once, at the first lookup. Safe for concurrent use. */
final class HashedTexts {
    private final Map<String, String> texts;
    private volatile @Nullable Map<String, Found> byHash;

    /** @param texts documents by name */
    HashedTexts(Map<String, String> texts) {
        this.texts = Map.copyOf(texts);
    }

    /** @param sha256 lower-case hex */
    @Nullable
    Found find(String sha256) {
        Map<String, Found> known = byHash;
        if (known == null) {
            known = hashed();
            byHash = known;
        }
        return known.get(sha256);
    }

    /** Of equal documents, keeps the first by name. */
    private Map<String, Found> hashed() {
        Map<String, Found> hashed = new TreeMap<>();
        new TreeMap<>(texts).forEach((name, text) -> hashed.putIfAbsent(Sha256.hexOf(text), new Found(name, text)));
        return hashed;
    }
}
