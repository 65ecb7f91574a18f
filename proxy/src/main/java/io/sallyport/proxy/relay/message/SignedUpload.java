package io.sallyport.proxy.relay.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.credentials.chunk.AwsChunk;
import io.sallyport.proxy.credentials.chunk.AwsChunkReader;
import io.sallyport.proxy.credentials.chunk.ChunkSigning;
import io.sallyport.proxy.credentials.chunk.SignatureChain;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A body whose chunks are signed anew on their way, beside the event loop. One chunk is held at a time, charged to its
 * sandbox, and nothing more is taken until it is signed. Confined to its event loop but for the signing.
 */
public final class SignedUpload {
    /** What lets a body go on from outside of its event loop. */
    public interface Signers {
        /** Where chunks are signed; it may reject. */
        Executor workers();

        /** The event loop. */
        Executor loop();

        /** A chunk is signed; on the event loop. */
        void signed();
    }

    private final Signers signers;
    private final SandboxBuffers payer;
    private final AwsChunkReader reader;
    private final SignatureChain chain;
    private final BufferCharge charge = new BufferCharge();
    private @Nullable ByteBuf rest; // what came behind the chunk that is being signed
    private byte @Nullable [] signed; // may go on
    private boolean isSigning;
    private boolean isClosed;
    private Verdict verdict = Verdict.PASS;

    public SignedUpload(ChunkSigning how, Signers signers, SandboxBuffers payer) {
        this.signers = signers;
        this.payer = payer;
        this.reader = how.reader();
        this.chain = how.chain();
        charge.to(payer);
    }

    /** Takes a piece of the body over, when it {@link #isSettled}. */
    public void add(ByteBuf piece) {
        rest = piece;
    }

    /** The next chunk that may go on; null where there is none, before more comes or one is signed. */
    public @Nullable ByteBuf next() {
        byte[] ready = signed;
        if (ready == null && !isSigning) {
            readOn();
            ready = signed;
        }
        if (ready == null) {
            return null;
        }
        signed = null;
        return Unpooled.wrappedBuffer(ready);
    }

    private void readOn() {
        ByteBuf in = rest;
        if (in == null || !goesOn()) {
            return;
        }
        AwsChunk chunk = reader.read(in);
        verdict = reader.verdict();
        if (!in.isReadable() || !goesOn()) {
            drop();
        }
        charge.set(chunk == null ? reader.heldBytes() : chunk.heldBytes());
        if (goesOn()) {
            verdict = payer.room();
        }
        if (chunk != null && goesOn()) {
            sign(chunk);
        }
    }

    private void sign(AwsChunk chunk) {
        isSigning = true;
        try {
            signers.workers().execute(() -> {
                byte[] made = chain.sign(chunk);
                signers.loop().execute(() -> settle(made));
            });
        } catch (RejectedExecutionException _) {
            isSigning = false;
            verdict = Verdict.refuse(ReasonCode.BUFFERS_FULL);
        }
    }

    private void settle(byte[] made) {
        isSigning = false;
        charge.set(0);
        if (!isClosed) {
            signed = made;
            signers.signed();
        }
    }

    /** Whether more may be added. */
    public boolean isSettled() {
        return !isSigning && signed == null && rest == null;
    }

    /** Whether the body may go on. */
    public Verdict verdict() {
        return verdict;
    }

    private boolean goesOn() {
        return !(verdict instanceof Verdict.Refuse);
    }

    /** Says whether a body that is {@link #isSettled} may end here. */
    public Verdict ends() {
        return reader.isEnded()
                ? Verdict.PASS
                : Verdict.Refuse.hinted(ReasonCode.MALFORMED_REQUEST, "the body ends within its signed chunks");
    }

    /** Forgets what is held. */
    public void close() {
        isClosed = true;
        signed = null;
        drop();
        charge.set(0);
    }

    private void drop() {
        ByteBuf in = rest;
        rest = null;
        if (in != null) {
            in.release();
        }
    }
}
