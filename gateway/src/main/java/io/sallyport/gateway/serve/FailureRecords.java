package io.sallyport.gateway.serve;

import io.sallyport.bundles.BundleStatus;
import io.sallyport.control.calls.ChangeOrigin;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Records why a bundle was not got or not taken, once for each reason. Confined to the thread that polls. */
final class FailureRecords {
    private final GuardrailsRecords records;
    private final ChangeOrigin origin;
    private @Nullable String last;

    FailureRecords(GuardrailsRecords records, ChangeOrigin origin) {
        this.records = records;
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
            records.unreadable(origin, failure);
        }
        last = failure;
    }
}
