package io.sallyport.control.store;

import io.sallyport.model.SandboxId;
import java.math.BigDecimal;
import java.util.Map;

/**
 * A memory store that also serializes sandboxes and encrypts CAs as the disk store would, and discards the result. Used
 * to run that code once in advance. Safe for concurrent use.
 */
public final class FormedStore extends MemoryStore {
    @Override
    public void save(SandboxRecord sandbox) {
        var _ = StateForms.write(StateForms.of(sandbox));
        super.save(sandbox);
    }

    @Override
    public void saveSpent(SandboxId id, Map<String, BigDecimal> amounts) {
        var _ = StateForms.write(StateForms.ofSpent(amounts));
        super.saveSpent(id, amounts);
    }

    /** Returns a CA store that encrypts with a key it discards. */
    public static CaStore sealed() {
        SecretSeal seal = SecretSeal.ofNewKey();
        return CaStore.forgetting((id, ca) -> {
            var _ = seal.close(id.text(), ca);
        });
    }
}
