package io.sallyport.proxy.relay;

import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.message.RequestBody;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.AwaitedBody;
import io.sallyport.proxy.listener.RequestHead;

/**
 * Takes the whole body of a request that stands or falls with it, charged to its sandbox, and asks with it; where the
 * request may pass, so does the body, as it came.
 */
final class ReadingJudgedBody extends ReadingBody {
    private final AwaitedBody awaited;
    private final int mostBytes;
    private final BufferCharge charge = new BufferCharge();

    ReadingJudgedBody(ClientConnection client, RequestHead head, Action.ReadBody asked) {
        this(client, head, asked, client.worker().limits().judgedBodyBytes());
    }

    private ReadingJudgedBody(ClientConnection client, RequestHead head, Action.ReadBody asked, int mostBytes) {
        super(client, head, asked.draft(), mostBytes);
        this.awaited = asked.body();
        this.mostBytes = mostBytes;
        charge.to(awaited.payer());
    }

    @Override
    Verdict holds(int bytes) {
        charge.set(bytes);
        return awaited.payer().room();
    }

    @Override
    void whole(byte[] bytes) {
        RequestBody body = RequestBody.of(bytes, mostBytes);
        switch (awaited.judged(body)) {
            case Action.Refuse refuse -> {
                givenUp();
                Answering.refuse(client, head, refuse, rest(), awaited.inWordsOfCalls(body, refuse.refusal()));
            }
            case Action.Forward forward ->
                new ForwardedExchange(client, head, forward, new HeldBody(rest(), body, charge)).start();
        }
    }

    @Override
    void tooLarge() {
        refuse(ReasonCode.BODY_TOO_LARGE, "a rule reads the body, of which the bound is limits.body_judged_bytes");
    }

    @Override
    void givenUp() {
        charge.set(0);
    }
}
