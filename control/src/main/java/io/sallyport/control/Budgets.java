package io.sallyport.control;

import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.model.SandboxDocuments;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the lease among a sandbox's documents says. The compiler has taken or refused the documents before. */
final class Budgets {
    private Budgets() {}

    /** The lease, or null where there is none, or none that can be read. */
    static @Nullable Lease lease(SandboxDocuments documents) {
        String text = documents.lease();
        return text != null
                        && LeaseReader.read("lease", text, documents.leaseConstraints(), null)
                                instanceof LeaseReader.Read read
                ? read.lease()
                : null;
    }

    /** Currency to amount; empty where there is no budget. */
    static Map<String, BigDecimal> of(SandboxDocuments documents) {
        Lease lease = lease(documents);
        Map<String, BigDecimal> budget = lease == null ? null : lease.budget();
        return budget == null ? Map.of() : budget;
    }
}
