package io.sallyport.proxy.relay;

import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.credentials.CredentialScope;
import io.sallyport.proxy.credentials.FilledHead;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.message.CredentialHop;
import io.sallyport.proxy.relay.message.LastHop;
import java.time.Instant;

/** How a request goes on, chosen before anything is dialled. */
sealed interface ChosenHop {
    /** The only one of its kind. */
    ChosenHop PLAIN = new Plain();

    /** As it came. */
    record Plain() implements ChosenHop {}

    /** With what the gateway says in place of the sandbox. */
    record Through(LastHop hop) implements ChosenHop {}

    /** Not at all. */
    record Failed(ExchangeFailure failure) implements ChosenHop {}

    /** That of a request to a target that is no API server. */
    static ChosenHop of(RequestHead head, AllowedRequest passage, CredentialScope scope, Instant now) {
        return switch (FilledHead.of(head, scope)) {
            case FilledHead.Untouched _ -> PLAIN;
            case FilledHead.Filled(FilledHead filled) -> new Through(CredentialHop.of(filled, passage, now));
            case FilledHead.Unresolved _ -> new Failed(new ExchangeFailure(ReasonCode.CREDENTIAL_UNRESOLVED, null));
            case FilledHead.Unavailable(String name, String why) ->
                new Failed(new ExchangeFailure(ReasonCode.CREDENTIAL_UNAVAILABLE, name, name + ": " + why));
        };
    }
}
