package io.sallyport.control.store;

import io.sallyport.model.SandboxId;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
        return new CaStore() {
            @Override
            public byte @Nullable [] ca(SandboxId id) {
                return null;
            }

            @Override
            public void save(SandboxId id, byte[] ca) {
                var _ = seal.close(id.text(), ca);
            }

            @Override
            public void delete(SandboxId id) {
                // nothing was kept
            }

            @Override
            public StateException unreadable(SandboxId id, String why) {
                throw new IllegalStateException("nothing is kept");
            }

            @Override
            public void retain(Set<SandboxId> ids) {
                // nothing was kept
            }
        };
    }
}
