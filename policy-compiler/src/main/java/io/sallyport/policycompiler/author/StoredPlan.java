package io.sallyport.policycompiler.author;

import io.sallyport.policycompiler.bundle.BundleLimits;
import io.sallyport.policycompiler.bundle.BundleRead;
import io.sallyport.policycompiler.bundle.BundleReader;
import io.sallyport.regoengine.plan.ParsedPlan;
import io.sallyport.regoengine.plan.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The plan of compiled Rego that is stored. */
final class StoredPlan {
    private StoredPlan() {}

    /** Returns the plan that {@code store} keeps under that digest; null if it has none. */
    static @Nullable Plan find(String bundle, PlanStore store) {
        try {
            byte[] kept = store.find(bundle);
            return kept != null
                            && BundleReader.read(kept, BundleLimits.DEFAULTS, null)
                                    instanceof BundleRead.Accepted(var read)
                            && read.plan() != null
                            && Plan.parse(read.plan().getBytes(StandardCharsets.UTF_8))
                                    instanceof ParsedPlan.Accepted(var plan)
                    ? plan
                    : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
