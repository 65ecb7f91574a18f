package io.sallyport.bundles;

import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.bundle.OpaBundle;
import org.jspecify.annotations.Nullable;

/** Where policy comes from and status goes to. Immutable. */
public sealed interface RemotePolicy {
    /**
     * One bundle.
     *
     * @param status null if it is not reported
     */
    record Configured(BundleSettings bundle, @Nullable StatusSettings status) implements RemotePolicy {}

    /** What a bundle names that is got first, each time that it changes. */
    record Discovered(BundleSettings discovery, Discovery reader) implements RemotePolicy {}

    /** Reads what a bundle names. A pure function, safe for concurrent use. */
    @FunctionalInterface
    interface Discovery {
        Parsed<Configured> read(OpaBundle bundle);
    }
}
