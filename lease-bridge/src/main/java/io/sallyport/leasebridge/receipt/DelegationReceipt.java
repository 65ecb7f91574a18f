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
 * That a lease was given to a child of another's holder, and why it might be. Immutable.
 *
 * @param time when it was given
 * @param generation of the child that it was put as; 0 if two files were compared
 * @param proofDigest lower-case hex SHA-256 over both leases' digests and the steps
 * @param signature of the gateway that gave it; null if there is none, so that it does not show who compared
 */
public record DelegationReceipt(
        Instant time,
        Party parent,
        Party child,
        long generation,
        SubsetProof proof,
        String proofDigest,
        @Nullable ReceiptSignature signature) {
    /**
     * One of the two leases.
     *
     * @param id of its sandbox, or the name of its file
     * @param digest {@link Lease#digest}
     */
    public record Party(String id, String digest) {}

    /** Returns an unsigned receipt, or null if the child is not proven to be within its parent. */
    public static @Nullable DelegationReceipt of(
            Instant time, String childId, Lease child, long generation, String parentId, Lease parent) {
        SubsetProof proof = SubsetProof.of(child, parent);
        if (proof == null) {
            return null;
        }
        return new DelegationReceipt(
                time,
                new Party(parentId, parent.digest()),
                new Party(childId, child.digest()),
                generation,
                proof,
                proof.digest(child.digest(), parent.digest()),
                null);
    }

    /** Returns a signed copy. */
    public DelegationReceipt signed(ReceiptSigner signer) {
        DelegationReceipt unsigned = with(new ReceiptSignature(signer.key(), ""));
        return with(new ReceiptSignature(signer.key(), signer.sign(ReceiptJson.signedBytes(unsigned))));
    }

    private DelegationReceipt with(ReceiptSignature other) {
        return new DelegationReceipt(time, parent, child, generation, proof, proofDigest, other);
    }

    /** Returns what contradicts itself in it, one sentence each. */
    public List<String> faults() {
        return proofDigest.equals(proof.digest(child.digest(), parent.digest()))
                ? List.of()
                : List.of("the digest of the proof is not that of its steps");
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
        faults.addAll(faults());
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
