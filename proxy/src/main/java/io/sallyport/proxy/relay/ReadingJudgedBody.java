package io.sallyport.proxy.relay;

import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.message.RequestBody;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.message.HeldBody;

/**
 * Takes the whole body of a request that stands or falls with it, charged to its sandbox, and asks with it; where the
 * request may pass, so does the body, as it came.
 */
final class ReadingJudgedBody extends ReadingBody {
    private final Action.ReadBody asked;
    private final int mostBytes;
    private final BufferCharge charge = new BufferCharge();

    ReadingJudgedBody(ClientConnection client, RequestHead head, Action.ReadBody asked) {
        this(
                client,
                head,
                asked,
                Math.min(
                        client.worker().limits().judgedBodyBytes(), asked.body().maxBytes()));
    }

    private ReadingJudgedBody(ClientConnection client, RequestHead head, Action.ReadBody asked, int mostBytes) {
        super(client, head, asked.draft(), mostBytes);
        this.asked = asked;
        this.mostBytes = mostBytes;
        charge.to(asked.body().payer());
    }

    @Override
    Verdict holds(int bytes) {
        charge.set(bytes);
        return asked.body().payer().room();
    }

    @Override
    void whole(byte[] bytes) {
        judge(RequestBody.of(bytes, mostBytes));
    }

    @Override
    boolean takesBeginning() {
        return asked.body().isOfGit();
    }

    @Override
    void tooLarge() {
        byte[] beginning = takesBeginning() ? taken() : null;
        if (beginning != null && asked.body().suffices(beginning)) {
            judge(RequestBody.beginning(beginning));
        } else {
            boolean byPolicy = mostBytes < client.worker().limits().judgedBodyBytes();
            String bound = byPolicy ? "set by the network policy" : "limits.body_judged_bytes";
            refuse(ReasonCode.BODY_TOO_LARGE, "a rule reads the body, of which the bound is " + bound);
        }
    }

    private void judge(RequestBody body) {
        new JudgingBody(client, head, asked, new HeldBody(rest(), body, charge)).start();
    }

    @Override
    void givenUp() {
        charge.set(0);
    }
}
