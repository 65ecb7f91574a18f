package io.sallyport.fetch.sandbox;

import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.GatewayNames;

/** The checks that apply to every fetch. */
final class FetchRules {
    private FetchRules() {}

    /** Refuses the names that the gateway answers itself: they do not lead outside. */
    static Verdict leadsOutside(CanonicalHost host) {
        return Verdict.passIf(!GatewayNames.isOwn(host.text()), ReasonCode.LOCAL_NAME);
    }

    /**
     * Checks that all obligations can be met. Fetches of skills show no credentials; rates are a check of their own.
     */
    static Verdict met(Obligations obligations) {
        return Verdict.passIf(obligations.credentials().isEmpty(), ReasonCode.UNKNOWN_OBLIGATION);
    }
}
