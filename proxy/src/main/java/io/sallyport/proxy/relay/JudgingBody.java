package io.sallyport.proxy.relay;

import io.sallyport.decision.ask.RequestApproval;
import io.sallyport.decision.ledger.Supply;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.model.message.RequestBody;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.AwaitedBudget;
import io.sallyport.proxy.enforce.own.OwnEndpoint;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.message.HeldBody;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request whose body is there, while the policies are asked with it. Confined to its event loop. */
final class JudgingBody extends ProcessingBody<JudgingBody.BodyVerdict> {
    private final Action.ReadBody asked;

    JudgingBody(ClientConnection client, RequestHead head, Action.ReadBody asked, HeldBody held) {
        super(client, head, held, asked.draft());
        this.asked = asked;
    }

    /** What the policies say, and how the calls in the body hear of a refusal. */
    record BodyVerdict(Action.OfWhole action, @Nullable String calls) {}

    @Override
    BodyVerdict made() {
        RequestBody body = held.body();
        Action.OfWhole action = asked.body().judged(body);
        return new BodyVerdict(
                action,
                action instanceof Action.Refuse refuse ? asked.body().inWordsOfCalls(body, refuse.refusal()) : null);
    }

    @Override
    BodyVerdict failed(ReasonCode reason) {
        var refusal = client.worker().gate().path().failed(asked.draft(), reason, null);
        return new BodyVerdict(Action.Refuse.of(asked.draft(), refusal), null);
    }

    @Override
    void settled(BodyVerdict verdict) {
        switch (verdict.action()) {
            case Action.Refuse refuse -> {
                held.charge().set(0);
                Answering.refuse(client, head, refuse, held.reader(), verdict.calls());
            }
            case Action.Ask ask -> ask(ask);
            case Action.AnswerOwn answer -> {
                held.charge().set(0);
                Answering.own(client, head, answer);
            }
            case Action.AwaitBudget wait ->
                new AwaitingBudget(client, head, wait, held, supply -> supplied(wait.budget(), supply)).start();
            case Action.Hold hold -> new AwaitingApproval(client, head, hold, held, this::approved).start();
            case Action.Forward forward -> {
                if (FillingBody.isWanted(client, head, forward)) {
                    new FillingBody(client, head, forward, held).start();
                } else {
                    new ForwardedExchange(client, head, forward, held, null).start();
                    client.resume();
                }
            }
        }
    }

    private void supplied(AwaitedBudget budget, Supply supply) {
        settled(new BodyVerdict(budget.answered(supply), null));
    }

    private void approved(RequestApproval given) {
        var again = new Action.ReadBody(asked.draft(), asked.body().approved(given));
        new JudgingBody(client, head, again, held).start();
    }

    /** Gives the body that was judged to the endpoint that answers. */
    private void ask(Action.Ask ask) {
        byte[] bytes = held.body().bytes();
        var reply = new AwaitingReply(client, head, ask, held.reader(), held.charge());
        reply.start(answered -> ask(ask.endpoint(), bytes, answered));
        client.resume();
    }

    private static void ask(OwnEndpoint.Judged endpoint, byte[] bytes, Consumer<OwnReply> answered) {
        switch (endpoint) {
            case OwnEndpoint.Admitted admitted
            when bytes.length > admitted.maxBodyBytes() -> admitted.tooLarge(answered);
            case OwnEndpoint.Admitted admitted -> admitted.ask(bytes, answered);
            case OwnEndpoint.Turned turned -> turned.answer(answered);
        }
    }
}
