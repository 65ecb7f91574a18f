package io.sallyport.proxy.relay;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.credentials.ContentForm;
import io.sallyport.proxy.credentials.CredentialScope;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.message.CredentialHop;
import io.sallyport.proxy.relay.message.HeldBody;

/**
 * A request that may pass and whose body is there, while values are put in the place of placeholders in it. Policy has
 * been asked before, and is asked again where it has changed since. Confined to its event loop.
 */
final class FillingBody extends ProcessingBody<ChosenHop> {
    private final Action.Forward forward;

    FillingBody(ClientConnection client, RequestHead head, Action.Forward forward, HeldBody held) {
        super(client, head, held, forward.draft());
        this.forward = forward;
    }

    /** Whether a request may have a credential in its body, of a form in which that has a place. */
    static boolean isWanted(ClientConnection client, RequestHead head, Action.Forward forward) {
        return !forward.passage().obligations().credentials().isEmpty()
                && ContentForm.of(head.fields()) != null
                && !BodyReader.of(head.framing()).isEnded()
                && scope(client, forward.passage()).fillsContent();
    }

    private static CredentialScope scope(ClientConnection client, AllowedRequest passage) {
        return passage.scope(client.worker().gate().keys().of(passage.sandbox().id()));
    }

    @Override
    ChosenHop made() {
        AllowedRequest passage = forward.passage();
        return client.worker().gate().path().review(passage) instanceof Verdict.Refuse why
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
        if (hop instanceof ChosenHop.Through(CredentialHop ours) && ours.body() != null) {
            held.charge().set(held.charge().bytes() + ours.body().bytes().length);
        }
        new ForwardedExchange(client, head, forward, held, hop).start();
        client.resume();
    }
}
