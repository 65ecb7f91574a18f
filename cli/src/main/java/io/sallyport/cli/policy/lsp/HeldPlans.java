package io.sallyport.cli.policy.lsp;

import io.sallyport.policycompiler.author.PlanStore;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The plans of one check; nothing outlives it. Confined to one thread. */
final class HeldPlans implements PlanStore {
    private final Map<String, byte[]> plans = new HashMap<>();

    @Override
    public byte @Nullable [] find(String digest) {
        return plans.get(digest);
    }

    @Override
    public void keep(String digest, byte[] bundle) {
        plans.put(digest, bundle);
    }
}
