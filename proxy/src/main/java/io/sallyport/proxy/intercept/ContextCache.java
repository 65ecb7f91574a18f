package io.sallyport.proxy.intercept;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.sallyport.model.SandboxId;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The contexts in use, one for a CA, bounded in number and age. Holds one pin on each. Safe for concurrent use. */
final class ContextCache {
    private final Cache<SandboxCa, CaContext> contexts;
    private final ContextMaker maker;

    ContextCache(InterceptLimits limits, ContextMaker maker, LongSupplier nanoClock) {
        this.contexts = Caffeine.newBuilder()
                .maximumSize(limits.maxContexts())
                .expireAfterWrite(limits.contextLife())
                .expireAfterAccess(limits.contextIdle())
                .ticker(nanoClock::getAsLong)
                .executor(Runnable::run)
                .removalListener(ContextCache::unpin)
                .build();
        this.maker = maker;
    }

    @Nullable
    CaContext find(SandboxCa ca) {
        return contexts.getIfPresent(ca);
    }

    /** Finds or makes it; not on event loops. */
    CaContext of(SandboxCa ca) {
        return contexts.get(ca, _ -> maker.make());
    }

    void forget(SandboxId sandbox) {
        contexts.asMap().keySet().removeIf(ca -> ca.sandbox().equals(sandbox));
    }

    void clear() {
        contexts.invalidateAll();
    }

    private static void unpin(@Nullable SandboxCa ca, @Nullable CaContext context, RemovalCause cause) {
        if (context != null) {
            context.unpin();
        }
    }
}
