package io.sallyport.proxy.enforce;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Verdict;
import io.sallyport.model.text.Redactable;
import io.sallyport.proxy.credentials.Keyring;

/**
 * An obligation is met or the request is refused after all; rates are a check of their own. Immutable.
 *
 * @param intercepts whether this gateway can look into tunnels
 */
record ObligationRule(boolean intercepts) {
    /** Whether all that is attached to {@code request} can be met. */
    Verdict met(CanonicalRequest request, Obligations obligations, Keyring keys) {
        if (!canRedact(obligations)) {
            return Verdict.refuse(ReasonCode.UNKNOWN_OBLIGATION);
        }
        if (request.kind() == RequestKind.CONNECT) {
            // Whatever else they ask for is done to the requests inside; a tunnel by tcp has none.
            boolean opens = intercepts && !request.scheme().isTcp();
            return Verdict.passIf(
                    opens || !AllowedRequest.isInspected(request, obligations), ReasonCode.NEEDS_INTERCEPTION);
        }
        // One that is not there: its provider was taken out of the configuration.
        boolean isComplete = obligations.credentials().stream()
                .noneMatch(name -> keys.named(name).isEmpty());
        return Verdict.passIf(isComplete, ReasonCode.UNKNOWN_OBLIGATION);
    }

    /** Whether all that is to be taken out are fields that can be. */
    private static boolean canRedact(Obligations obligations) {
        for (String name : obligations.redact()) {
            if (Redactable.of(name) != Redactable.YES) {
                return false;
            }
        }
        return true;
    }
}
