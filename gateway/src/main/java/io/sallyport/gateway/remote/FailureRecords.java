package io.sallyport.gateway.remote;

import io.sallyport.bundles.BundleStatus;
import io.sallyport.control.calls.ChangeOrigin;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Records why a bundle was not got or not taken, once for each reason. Confined to the thread that polls. */
final class FailureRecords {
    private final BiConsumer<ChangeOrigin, String> unreadable;
    private final ChangeOrigin origin;
    private @Nullable String last;

    FailureRecords(BiConsumer<ChangeOrigin, String> unreadable, ChangeOrigin origin) {
        this.unreadable = unreadable;
        this.origin = origin;
    }

    ChangeOrigin origin() {
        return origin;
    }

    void note(BundleStatus now) {
        String failure = now.message() == null
                ? null
                : now.message()
                        + (now.errors().isEmpty() ? "" : ": " + now.errors().getFirst());
        if (failure != null && !Objects.equals(failure, last)) {
            unreadable.accept(origin, failure);
        }
        last = failure;
    }
}
