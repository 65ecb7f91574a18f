package io.sallyport.audit;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;

/**
 * Decides which records may be counted instead of written: refusals that caused nothing but their record. A request
 * that was allowed or dialled always has its own line, and so has a call of the control API by a known operator or
 * runner, a fetch that read the cache or went to a forge, and a request of a model that a backend was chosen for.
 */
final class Refusals {
    private Refusals() {}

    static boolean mayFold(AuditEvent event) {
        return event.verdict() != AuditVerdict.ALLOW
                && switch (event) {
                    case AuditEvent.RequestEvent asked ->
                        asked.request().address() == null || refusesAddress(asked.reason());
                    case AuditEvent.QuestionEvent _, AuditEvent.NameEvent _ -> true;
                    case AuditEvent.FetchEvent asked -> !asked.fetch().isReached();
                    case AuditEvent.ModelEvent asked ->
                        !asked.isEnd() && asked.model().provider() == null;
                    case AuditEvent.EndEvent _ -> false;
                    case AuditEvent.ChangeEvent change -> isByNobody(change.changeKind(), change.facts());
                };
    }

    /** A call of the control API by an unknown caller has no role, and the role is stored as its rule. */
    private static boolean isByNobody(ChangeKind kind, EventFacts facts) {
        return kind == ChangeKind.ADMIN && facts.rule() == null;
    }

    /** The address of such a record is the refused one; nothing was dialled. */
    private static boolean refusesAddress(ReasonCode reason) {
        return reason == ReasonCode.ADDRESS_REFUSED
                || reason == ReasonCode.METADATA_ADDRESS
                || reason == ReasonCode.SELF_CONNECTION;
    }
}
