package io.sallyport.leasebridge.accesslist;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Place;
import io.sallyport.model.host.Cidr;

/** What becomes of a rule about the addresses that a name leads to, which neither document says. */
final class CidrRule {
    private CidrRule() {}

    /**
     * Returns whether a rule is carried over. A denial of addresses at which the gateway dials no name by itself is;
     * one of others refuses the document, since nothing else would deny them.
     */
    static boolean isCarried(Cidr block, Place place, boolean allows, ImportFindings findings) {
        if (allows) {
            findings.leaveOut(
                    place, DiagnosticCode.NOT_EXACT, block + ": a grant by the address of a name; name the hosts");
            return false;
        }
        if (HostSet.isSpecial(block)) {
            String message = block + ": no name is dialled there, unless the operator opens it"
                    + " (egress.allow_addresses, egress.hosts)";
            findings.warn(place, DiagnosticCode.NO_EFFECT, message);
            return true;
        }
        findings.refuse(
                place,
                DiagnosticCode.NOT_EXACT,
                block + ": a denial by the address of a name has no equivalent",
                "write a guardrail, or take the rule out");
        return false;
    }
}
