package io.sallyport.control.receipt;

import io.sallyport.control.calls.Control.Receipt;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.receipt.DelegationReceipt;
import io.sallyport.leasebridge.receipt.ReceiptJson;
import io.sallyport.leasebridge.receipt.ReceiptSigner;
import io.sallyport.model.SandboxId;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Writes receipts of delegations. Safe for concurrent use.
 *
 * @param wall clock for their times
 * @param signer null where nothing is signed
 */
public record DelegationReceipts(
        InstantSource wall, @Nullable ReceiptSigner signer) {
    /** Returns the receipt, or null if one of the two has no lease, or {@code held} is not within {@code ceiling}. */
    public @Nullable Receipt of(
            SandboxId child, @Nullable Lease held, long generation, SandboxId parent, @Nullable Lease ceiling) {
        if (held == null || ceiling == null) {
            return null;
        }
        DelegationReceipt receipt =
                DelegationReceipt.of(wall.instant(), child.text(), held, generation, parent.text(), ceiling);
        if (receipt == null) {
            return null;
        }
        DelegationReceipt issued = signer == null ? receipt : receipt.signed(signer);
        return new Receipt(ReceiptJson.text(issued), issued.proofDigest());
    }
}
