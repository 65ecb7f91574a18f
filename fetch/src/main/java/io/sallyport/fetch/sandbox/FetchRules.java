package io.sallyport.fetch.sandbox;

import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.GatewayNames;

/** What holds for a fetch of anything. */
final class FetchRules {
    private FetchRules() {}

    /** The names that the gateway answers itself lead nowhere outside. */
    static Verdict leadsOutside(CanonicalHost host) {
        return Verdict.passIf(!GatewayNames.isOwn(host.text()), ReasonCode.LOCAL_NAME);
    }

    /** Here is no rate by name, and nothing attaches credentials. */
    static Verdict met(Obligations obligations) {
        boolean isMet = obligations.rate() == null && obligations.credentials().isEmpty();
        return Verdict.passIf(isMet, ReasonCode.UNKNOWN_OBLIGATION);
    }
}
