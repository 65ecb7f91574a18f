package io.sallyport.proxy.relay;

import io.sallyport.audit.EventBuilder;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.decision.guard.QuestionBatch;
import io.sallyport.decision.ledger.Supply;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.Ruling;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.own.OwnAnswer;
import io.sallyport.proxy.listener.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;

/**
 * Takes the body of a call of the decision API, which is small, and answers its questions one after the other: the
 * event loop is given back between two of them. The answer goes out once the record of each stands.
 */
final class AnsweringQuestions extends ReadingBody {
    private final Action.Check check;
    private int unwritten;
    private boolean lost;

    /**
     * @param head whose framing is clear, and whose body is not longer than the decision API takes, as far as it says
     */
    AnsweringQuestions(ClientConnection client, RequestHead head, Action.Check check) {
        super(client, head, check.draft(), GuardDesk.MAX_BYTES);
        this.check = check;
    }

    @Override
    void tooLarge() {
        refuse(ReasonCode.MALFORMED_REQUEST, "the body is larger than " + GuardDesk.MAX_BYTES + " bytes");
    }

    @Override
    void whole(byte[] bytes) {
        PolicyChain policies = check.policies();
        GuardDesk desk = client.worker().gate().desk();
        switch (desk.read(policies.sandbox(), policies.identity().kind(), bytes)) {
            case GuardDesk.Unreadable(String why) -> refuse(ReasonCode.MALFORMED_REQUEST, why);
            case QuestionBatch sitting -> begin(sitting);
        }
    }

    /** Rules at once, or once a use has come from the store that several gateways share. */
    private void begin(QuestionBatch sitting) {
        CompletionStage<Supply> missing =
                check.policies().sandbox().admission().account().awaitUse(null);
        if (missing == null) {
            rule(sitting);
        } else {
            missing.thenAccept(_ -> client.channel().eventLoop().execute(() -> rule(sitting)));
        }
    }

    private void rule(QuestionBatch sitting) {
        if (client.state() != this) {
            return;
        }
        unwritten++;
        Ruling ruling = sitting.next();
        client.worker().gate().path().ruled(ruling);
        client.worker()
                .append(
                        EventBuilder.question(
                                ruling,
                                "asked by the sandbox",
                                client.worker().gate().audit().namesQueries()),
                        inSink -> {
                            unwritten--;
                            lost |= !inSink;
                            answer(sitting);
                        });
        if (!sitting.isOver()) {
            client.channel().eventLoop().execute(() -> begin(sitting));
        }
    }

    private void answer(QuestionBatch sitting) {
        if (!sitting.isOver() || unwritten > 0 || client.state() != this) {
            return;
        }
        if (lost) {
            refuse(ReasonCode.AUDIT_UNAVAILABLE, null);
            return;
        }
        OwnAnswer said = OwnAnswer.json(new String(sitting.json(), StandardCharsets.UTF_8))
                .retryAfter(sitting.retryAfterSeconds());
        var answer = new Action.AnswerOwn(check.draft(), sitting.status(), said, check.close());
        Answering.own(client, head, answer, rest());
    }

    @Override
    void givenUp() {}
}
