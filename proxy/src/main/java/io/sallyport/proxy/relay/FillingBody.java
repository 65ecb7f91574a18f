package io.sallyport.proxy.relay;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.credentials.ContentForm;
import io.sallyport.proxy.credentials.CredentialScope;
import io.sallyport.proxy.credentials.SigningRule;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.message.CredentialHop;
import io.sallyport.proxy.relay.message.ExchangeFailure;
import io.sallyport.proxy.relay.message.HeldBody;

/**
 * A request that may pass and whose body is there, while values are put in the place of placeholders in it, and it is
 * signed with the hash of what that makes. Policy has been asked before, and is asked again where it has changed since.
 * Confined to its event loop.
 */
final class FillingBody extends ProcessingBody<ChosenHop> {
    private final Action.Forward forward;

    FillingBody(ClientConnection client, RequestHead head, Action.Forward forward, HeldBody held) {
        super(client, head, held, forward.draft());
        this.forward = forward;
    }

    /** Whether a request may have a credential in its body, of a form in which that has a place, or signs its hash. */
    static boolean isWanted(ClientConnection client, RequestHead head, Action.Forward forward) {
        if (forward.passage().obligations().credentials().isEmpty()
                || BodyReader.of(head.framing()).isEnded()) {
            return false;
        }
        CredentialScope scope = scope(client, forward.passage());
        return (scope.fillsContent() && ContentForm.of(head.fields()) != null) || SigningRule.hashesBody(head, scope);
    }

    /** Whether the request is signed with the hash of its body, without which it cannot go on. */
    static boolean isHashed(ClientConnection client, RequestHead head, Action.Forward forward) {
        return SigningRule.hashesBody(head, scope(client, forward.passage()));
    }

    private static CredentialScope scope(ClientConnection client, AllowedRequest passage) {
        return passage.scope(client.worker().gate().keys().of(passage.sandbox().id()));
    }

    @Override
    ChosenHop made() {
        AllowedRequest passage = forward.passage();
        return client.worker().gate().path().ongoing().review(passage) instanceof Verdict.Refuse why
                ? failed(why.reason())
                : ChosenHop.of(
                        head,
                        passage,
                        scope(client, passage),
                        held.body(),
                        client.worker().limits().judgedBodyBytes(),
                        client.worker().gate().clock().instant());
    }

    @Override
    ChosenHop failed(ReasonCode reason) {
        return new ChosenHop.Failed(new ExchangeFailure(reason, null));
    }

    @Override
    void settled(ChosenHop hop) {
        if (hop instanceof ChosenHop.Through(CredentialHop ours) && ours.isFilled(held.body())) {
            held.charge().set(held.charge().bytes() + ours.sent(held.body()).bytes().length);
        }
        new ForwardedExchange(client, head, forward, held, hop).start();
        client.resume();
    }
}
