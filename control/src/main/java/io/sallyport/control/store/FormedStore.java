package io.sallyport.control.store;

import io.sallyport.model.SandboxId;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps nothing on disk, but makes of sandboxes and their CAs what the disk would be given: for what is done to have it done
 * once before. Safe for concurrent use.
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

    /** CAs that are sealed, under a key that nobody keeps. */
    public static CaStore sealed() {
        Seal seal = Seal.ofNewKey();
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
