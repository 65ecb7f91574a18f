package io.sallyport.proxy.relay;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.message.RequestBody;
import io.sallyport.proxy.credentials.ContentFilling;
import io.sallyport.proxy.credentials.ContentForm;
import io.sallyport.proxy.credentials.CredentialScope;
import io.sallyport.proxy.credentials.FilledContent;
import io.sallyport.proxy.credentials.FilledHead;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.message.CredentialHop;
import io.sallyport.proxy.relay.message.ExchangeFailure;
import io.sallyport.proxy.relay.message.LastHop;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

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

    /** That of a request to a target that is no API server, whose body goes on as it comes. */
    static ChosenHop of(RequestHead head, AllowedRequest passage, CredentialScope scope, Instant now) {
        return of(head, passage, scope, null, false, now);
    }

    /**
     * The same where the body, or its beginning, was held for its placeholders, or to be signed.
     *
     * @param mostBytes of a body that is filled, before and after
     */
    static ChosenHop of(
            RequestHead head,
            AllowedRequest passage,
            CredentialScope scope,
            RequestBody body,
            int mostBytes,
            Instant now) {
        boolean mayBeFilled = body.isWhole() && body.bytes().length <= mostBytes;
        ContentForm form = mayBeFilled ? ContentForm.of(head.fields()) : null;
        var filling = new ContentFilling(scope, mostBytes, ReasonCode.BODY_TOO_LARGE);
        return switch (form == null ? FilledContent.UNCHANGED : filling.body(body.bytes(), form)) {
            case FilledContent.Unchanged _ -> of(head, passage, scope, body, false, now);
            case FilledContent.Filled filled ->
                of(head, passage, scope, RequestBody.of(filled.bytes(), mostBytes), true, now);
            case FilledContent.Refused(ReasonCode reason) ->
                new Failed(new ExchangeFailure(reason, "the placeholder in the body", null));
        };
    }

    private static ChosenHop of(
            RequestHead head,
            AllowedRequest passage,
            CredentialScope scope,
            @Nullable RequestBody body,
            boolean isFilled,
            Instant now) {
        return switch (FilledHead.of(head, scope)) {
            case FilledHead.Untouched _ -> PLAIN;
            case FilledHead.Filled(FilledHead filled) ->
                isFilled || isSignable(filled, body)
                        ? new Through(
                                CredentialHop.of(isFilled ? filled.withOtherBody() : filled, passage, scope, body, now))
                        : new Failed(new ExchangeFailure(
                                ReasonCode.SIGNING_REFUSED, "the body is not held as a whole", null));
            case FilledHead.Unresolved _ -> new Failed(new ExchangeFailure(ReasonCode.CREDENTIAL_UNRESOLVED, null));
            case FilledHead.Unavailable(String name, String why) ->
                new Failed(new ExchangeFailure(ReasonCode.CREDENTIAL_UNAVAILABLE, name, name + ": " + why));
        };
    }

    /** Whether the body is there, or there is none, where its hash is signed. */
    private static boolean isSignable(FilledHead filled, @Nullable RequestBody body) {
        return !filled.hashesBody()
                || (body == null ? BodyReader.of(filled.head().framing()).isEnded() : body.isWhole());
    }
}
