package io.sallyport.proxy.relay;

import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.message.RequestBody;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.message.HeldBody;

/**
 * Takes the whole body of a request that may have placeholders in it, or is signed with its hash, charged to its
 * sandbox. Of one that is too long nothing is filled: what was read of it goes on with the rest as it comes, and a
 * placeholder refuses it. One that is too long to be hashed is refused.
 */
final class ReadingFilledBody extends ReadingBody {
    private final Action.Forward forward;
    private final boolean hashed;
    private final int mostBytes;
    private final BufferCharge charge = new BufferCharge();

    ReadingFilledBody(ClientConnection client, RequestHead head, Action.Forward forward) {
        this(
                client,
                head,
                forward,
                FillingBody.isHashed(client, head, forward),
                client.worker().limits());
    }

    private ReadingFilledBody(
            ClientConnection client, RequestHead head, Action.Forward forward, boolean hashed, ProxyLimits limits) {
        this(client, head, forward, hashed, hashed ? limits.signedBodyBytes() : limits.judgedBodyBytes());
    }

    private ReadingFilledBody(
            ClientConnection client, RequestHead head, Action.Forward forward, boolean hashed, int mostBytes) {
        super(client, head, forward.draft(), mostBytes);
        this.forward = forward;
        this.hashed = hashed;
        this.mostBytes = mostBytes;
        charge.to(payer());
    }

    private SandboxBuffers payer() {
        return forward.passage().sandbox().admission().buffers();
    }

    @Override
    Verdict holds(int bytes) {
        charge.set(bytes);
        return payer().room();
    }

    @Override
    void whole(byte[] bytes) {
        goOn(RequestBody.of(bytes, mostBytes));
    }

    @Override
    boolean takesBeginning() {
        return !hashed;
    }

    @Override
    void tooLarge() {
        if (hashed) {
            refuse(ReasonCode.BODY_TOO_LARGE, "the hash of the body is signed, the bound is limits.body_signed_bytes");
        } else {
            goOn(RequestBody.beginning(taken()));
        }
    }

    private void goOn(RequestBody body) {
        new FillingBody(client, head, forward, new HeldBody(rest(), body, charge)).start();
    }

    @Override
    void givenUp() {
        charge.set(0);
    }
}
