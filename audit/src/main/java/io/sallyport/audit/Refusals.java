package io.sallyport.audit;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.RequestKind;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says which records may be counted instead of written: refusals that cost nothing but their record. What was allowed, or
 * was dialled, stands whole; so does what a known operator or runner asked of the control API, and a fetch that read the
 * cache or went to a forge.
 */
final class Refusals {
    private static final Set<String> REQUEST_KINDS =
            Arrays.stream(RequestKind.values()).map(RequestKind::word).collect(Collectors.toUnmodifiableSet());

    private Refusals() {}

    static boolean mayFold(AuditRecord record) {
        return record.verdict() != AuditVerdict.ALLOW
                && (REQUEST_KINDS.contains(record.kind()) || isByNobody(record))
                && (record.request().address() == null || refusesAddress(record.reason()))
                && !isReached(record.fetched());
    }

    /** A call of the control API whose caller is not known has no role, and the role is its rule. */
    private static boolean isByNobody(AuditRecord record) {
        return record.kind().equals("admin") && record.rule() == null;
    }

    private static boolean isReached(@Nullable FetchPart fetched) {
        return fetched != null && fetched.isReached();
    }

    /** The address of such a record is the one refused: nothing was dialled. */
    private static boolean refusesAddress(ReasonCode reason) {
        return reason == ReasonCode.ADDRESS_REFUSED
                || reason == ReasonCode.METADATA_ADDRESS
                || reason == ReasonCode.SELF_CONNECTION;
    }
}
