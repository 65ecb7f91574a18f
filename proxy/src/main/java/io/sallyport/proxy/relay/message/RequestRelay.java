package io.sallyport.proxy.relay.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.model.Verdict;
import io.sallyport.model.message.RequestBody;
import io.sallyport.proxy.credentials.CredentialRule;
import io.sallyport.proxy.credentials.Keyring;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The body of a forwarded request on its way up: neither what is refused nor anything after it goes on. Confined to its
 * event loop.
 */
public final class RequestRelay {
    private static final int MOST_BYTES_AT_ONCE = 16 << 10;

    private final RequestHead head;
    private final AllowedRequest passage;
    private final Keyring keys;
    private final BodyReader body;
    private final BodyWriter writer;
    private final @Nullable BodyCheck check;
    private final Function<HeaderFields, Verdict> trailers;
    private final long mostBytes;
    private long bytes;
    private byte[] held = {};
    private int sent; // bytes of what is held
    private @Nullable SignedUpload signing; // of a body whose chunks are signed anew
    private @Nullable BodyCopy copy; // for what only reports on it

    /**
     * @param body what reads it, or has read it to its end
     * @param trailers says whether such fields may go on
     */
    public RequestRelay(
            RequestHead head,
            AllowedRequest passage,
            Keyring keys,
            BodyReader body,
            Function<HeaderFields, Verdict> trailers) {
        this.trailers = trailers;
        this.head = head;
        this.passage = passage;
        this.keys = keys;
        this.body = body;
        writer = BodyWriter.of(head.framing());
        boolean hasBody = !(head.framing() instanceof Framing.None);
        check = hasBody && keys.searchesBodies() ? new BodyCheck(() -> passage.scope(keys)) : null;
        mostBytes = passage.request().scheme() == Scheme.API ? ApiServers.MAX_BODY_BYTES : Long.MAX_VALUE;
    }

    /** The chunks of the body are signed on their way; before anything of it is read. */
    public void sign(SignedUpload upload) {
        signing = upload;
    }

    /** The body is copied on its way; before anything of it is read. */
    public void copyTo(BodyCopy beside) {
        copy = beside;
    }

    /** What became of a piece of the body: it went on, or the request fails. */
    public sealed interface Progress permits GoesOn, ExchangeFailure {}

    /** The only success. */
    public enum GoesOn implements Progress {
        INSTANCE
    }

    /** Writes to {@code to} what {@code in} holds of the body, and flushes nothing. */
    public Progress read(ByteBuf in, Channel to) {
        ByteBuf piece = body.read(in);
        BodyCopy beside = copy;
        if (beside != null && piece != null) {
            beside.add(piece);
        }
        if (piece != null && write(piece, to) instanceof ExchangeFailure failure) {
            return failure;
        }
        if (body.fault() != null) {
            return new ExchangeFailure(ReasonCode.MALFORMED_REQUEST, body.fault());
        }
        if (beside != null && body.isEnded()) {
            beside.ended();
        }
        return isSent() ? end(to) : GoesOn.INSTANCE;
    }

    /**
     * Writes to {@code to} what has been read before, as much as it takes now, and flushes nothing; what is still to
     * come is read as ever, once all of that is sent.
     *
     * @param filled the same with values in the place of placeholders, which counts as long as {@code read}
     */
    public Progress send(RequestBody read, RequestBody filled, Channel to) {
        bytes = read.bytes().length;
        held = filled.bytes();
        sent = 0;
        if (copy != null) {
            copy.is(read);
        }
        if (bytes > mostBytes) {
            return new ExchangeFailure(ReasonCode.BODY_TOO_LARGE, null);
        }
        return holdsBack() ? sendOn(to) : isSent() ? end(to) : GoesOn.INSTANCE;
    }

    /** Writes more of that, and flushes nothing. */
    public Progress sendOn(Channel to) {
        if (pass(to) instanceof ExchangeFailure failure) {
            return failure;
        }
        while (sent < held.length && isSettled() && to.isWritable()) {
            int piece = Math.min(MOST_BYTES_AT_ONCE, held.length - sent);
            if (judged(Unpooled.wrappedBuffer(held, sent, piece), to) instanceof ExchangeFailure failure) {
                return failure;
            }
            sent += piece;
        }
        return isSent() ? end(to) : GoesOn.INSTANCE;
    }

    /** Whether some of what was read before waits until the target has taken more, or a chunk is signed. */
    public boolean holdsBack() {
        return sent < held.length || !isSettled();
    }

    private boolean isSettled() {
        return signing == null || signing.isSettled();
    }

    private Progress write(ByteBuf piece, Channel to) {
        bytes += piece.readableBytes();
        if (bytes > mostBytes) {
            piece.release();
            return new ExchangeFailure(ReasonCode.BODY_TOO_LARGE, null);
        }
        return judged(piece, to);
    }

    private Progress judged(ByteBuf piece, Channel to) {
        if (check != null && check.judge(piece) instanceof Verdict.Refuse why) {
            piece.release();
            return new ExchangeFailure(why.reason(), null);
        }
        if (signing == null) {
            writer.content(to, piece);
            return GoesOn.INSTANCE;
        }
        signing.add(piece);
        return pass(to);
    }

    /** Writes the chunks that are signed. */
    private Progress pass(Channel to) {
        SignedUpload chunks = signing;
        if (chunks == null) {
            return GoesOn.INSTANCE;
        }
        for (ByteBuf next = chunks.next(); next != null; next = chunks.next()) {
            writer.content(to, next);
        }
        return chunks.verdict() instanceof Verdict.Refuse why ? failed(why) : GoesOn.INSTANCE;
    }

    private static ExchangeFailure failed(Verdict.Refuse why) {
        return new ExchangeFailure(why.reason(), why.hint(), why.hint());
    }

    private Progress end(Channel to) {
        if (signing != null && signing.ends() instanceof Verdict.Refuse why) {
            return failed(why);
        }
        HeaderFields fields = body.trailers();
        if (fields.size() > 0 && judge(fields) instanceof Verdict.Refuse refused) {
            return new ExchangeFailure(refused.reason(), "in a trailer");
        }
        writer.end(to, fields, passage.obligations().redact());
        return GoesOn.INSTANCE;
    }

    private Verdict judge(HeaderFields fields) {
        Verdict ofCredentials = CredentialRule.judge(fields, passage.scope(keys));
        return ofCredentials instanceof Verdict.Refuse ? ofCredentials : trailers.apply(fields);
    }

    /** What of the body has not come yet. */
    public BodyReader body() {
        return body;
    }

    /** Bytes of the body that were read. */
    public long bytes() {
        return bytes;
    }

    /** Whether the client has said all of it. */
    public boolean isEnded() {
        return body.isEnded();
    }

    /** Whether all of it has gone on. */
    public boolean isSent() {
        return body.isEnded() && !holdsBack();
    }

    /** A target may close a kept connection just when the next request is under way (RFC 9112 section 9.3.1). */
    public boolean isSafeToRepeat() {
        boolean bodiless = body.isEnded() && bytes == 0 && !(head.framing() instanceof Framing.Chunked);
        return bodiless
                && switch (head.method()) {
                    case "GET", "HEAD", "OPTIONS", "PUT", "DELETE" -> true;
                    default -> false;
                };
    }
}
