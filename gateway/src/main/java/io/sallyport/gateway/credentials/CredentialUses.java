package io.sallyport.gateway.credentials;

import io.sallyport.audit.AuditEvent;
import io.sallyport.control.calls.ProviderReport.LastUse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** How often each credential was sent, and when last, by the records of requests. Safe for concurrent use. */
public final class CredentialUses {
    /** By name: as many as there are providers. */
    private final Map<String, Use> byName = new ConcurrentHashMap<>();

    private static final class Use {
        final LongAdder count = new LongAdder();
        volatile @Nullable LastUse last;
    }

    /** Counts the credentials that {@code event} names. */
    public void add(AuditEvent event) {
        for (String name : event.facts().credentials()) {
            Use use = byName.computeIfAbsent(name, _ -> new Use());
            use.count.increment();
            use.last = new LastUse(
                    event.facts().timeMillis(),
                    event.facts().sandbox(),
                    event.request().host(),
                    event.facts().auditId());
        }
    }

    long count(String name) {
        Use use = byName.get(name);
        return use == null ? 0 : use.count.sum();
    }

    @Nullable
    LastUse last(String name) {
        Use use = byName.get(name);
        return use == null ? null : use.last;
    }
}
