package io.sallyport.leasebridge.receipt;

import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseSubset;
import io.sallyport.leasebridge.SubsetProof;
import io.sallyport.leasebridge.SubsetViolation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * That a lease was given to a child of another's holder, and why it might be. It is not signed: it shows what was
 * compared, and not by whom. Immutable.
 *
 * @param time when it was given
 * @param proofDigest lower-case hex SHA-256 over both leases' digests and the steps
 */
public record DelegationReceipt(Instant time, Party parent, Party child, SubsetProof proof, String proofDigest) {
    /**
     * One of the two leases.
     *
     * @param id of its sandbox, or the name of its file
     * @param digest {@link Lease#digest}
     */
    public record Party(String id, String digest) {}

    /** Returns the receipt of a delegation, or null if the child is not proven to be within its parent. */
    public static @Nullable DelegationReceipt of(
            Instant time, String childId, Lease child, String parentId, Lease parent) {
        SubsetProof proof = SubsetProof.of(child, parent);
        if (proof == null) {
            return null;
        }
        return new DelegationReceipt(
                time,
                new Party(parentId, parent.digest()),
                new Party(childId, child.digest()),
                proof,
                proof.digest(child.digest(), parent.digest()));
    }

    /** Returns what does not hold of it, for these two leases, one sentence each; empty if all of it holds. */
    public List<String> faults(Lease held, Lease above) {
        List<String> faults = new ArrayList<>();
        if (!child.digest().equals(held.digest())) {
            faults.add("the child's lease is not the one of the receipt");
        }
        if (!parent.digest().equals(above.digest())) {
            faults.add("the parent's lease is not the one of the receipt");
        }
        if (!proofDigest.equals(proof.digest(child.digest(), parent.digest()))) {
            faults.add("the digest of the proof is not that of its steps");
        }
        SubsetProof found = SubsetProof.of(held, above);
        if (found == null) {
            faults.add("the child is not within the parent"
                    + (LeaseSubset.of(held, above) instanceof SubsetViolation violation ? ": " + violation : ""));
        } else if (!found.equals(proof)) {
            faults.add("the steps are not those of these two leases");
        }
        return faults;
    }
}
