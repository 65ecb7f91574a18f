package io.sallyport.proxy.relay.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.Refusal;
import io.sallyport.proxy.listener.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How git hears of a refusal: it prints what the protocol says and hides the body of an HTTP error (git's {@code
 * http-protocol}, {@code protocol-common} and {@code pack-protocol}; versions 0, 1 and 2).
 */
public enum GitReply {
    /** The request is not git's. */
    NONE("", ""),
    FETCH_ADVERTISEMENT("git-upload-pack", "-advertisement"),
    PUSH_ADVERTISEMENT("git-receive-pack", "-advertisement"),
    FETCH("git-upload-pack", "-result"),
    PUSH("git-receive-pack", "-result");

    /** Fewer bytes than a pkt-line holds. */
    private static final int MAX_SENTENCE = 8_192;

    /** The sideband of errors that end a push. */
    private static final String FATAL = "\u0003";

    private static final String FLUSH = "0000";

    private final String service;
    private final String contentType;

    GitReply(String service, String suffix) {
        this.service = service;
        this.contentType = "application/x-" + service + suffix;
    }

    /** The reply to a request that git writes so; another spelling of it hears HTTP. */
    public static GitReply of(RequestHead head) {
        String target = head.target();
        if (head.method().equals("GET")) {
            return target.endsWith("/info/refs?service=" + FETCH.service)
                    ? FETCH_ADVERTISEMENT
                    : target.endsWith("/info/refs?service=" + PUSH.service) ? PUSH_ADVERTISEMENT : NONE;
        }
        return FETCH.isAskedBy(head) ? FETCH : PUSH.isAskedBy(head) ? PUSH : NONE;
    }

    private boolean isAskedBy(RequestHead head) {
        return head.method().equals("POST")
                && head.target().endsWith("/" + service)
                && ("application/x-" + service + "-request")
                        .equals(head.fields().first("Content-Type"));
    }

    /** Whether git is told of this refusal so: those of policy, not those that ask for credentials or fail. */
    public boolean tells(Refusal refusal) {
        return this != NONE && (refusal.status() == 403 || refusal.reason() == ReasonCode.UNREADABLE);
    }

    /** The answer; the connection ends after it where {@code close}. */
    public ByteBuf refusal(ByteBufAllocator alloc, Refusal refusal, boolean close) {
        return AnswerWriter.refusalOfCalls(alloc, refusal, contentType, body(sentence(refusal)), close);
    }

    private byte[] body(String sentence) {
        String text = switch (this) {
            case NONE -> throw new IllegalStateException("not git's");
            case FETCH_ADVERTISEMENT, PUSH_ADVERTISEMENT ->
                line("# service=" + service) + FLUSH + line("ERR " + sentence);
            case FETCH -> line("ERR " + sentence);
            case PUSH -> line(FATAL + sentence) + FLUSH;
        };
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String line(String text) {
        return String.format("%04x", FLUSH.length() + text.length() + 1) + text + "\n";
    }

    /** The sentence with a char for each byte, without what moves the cursor of a terminal. */
    private static String sentence(Refusal refusal) {
        byte[] text = refusal.sentence().replaceAll("\\p{Cntrl}", " ").getBytes(StandardCharsets.UTF_8);
        return new String(Arrays.copyOf(text, Math.min(text.length, MAX_SENTENCE)), StandardCharsets.ISO_8859_1);
    }
}
