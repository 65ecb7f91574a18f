package io.sallyport.gateway.models;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.sallyport.models.AnswerRedaction;
import io.sallyport.proxy.credentials.Redaction;
import io.sallyport.proxy.credentials.SecretPatterns;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Takes one key out of answers, in the forms and the way in which the proxy takes credentials out. */
record KeyRedaction(SecretPatterns patterns) implements AnswerRedaction {
    @Override
    public String of(String value) {
        return new Redaction(patterns).of(value);
    }

    @Override
    public OutputStream over(OutputStream out) {
        return new Shown(new Redaction(patterns), out);
    }

    private static final class Shown extends OutputStream {
        private final Redaction redaction;
        private final OutputStream out;
        private boolean isClosed;

        Shown(Redaction redaction, OutputStream out) {
            this.redaction = redaction;
            this.out = out;
        }

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (length > 0) {
                byte[] copy = Arrays.copyOfRange(bytes, from, from + length);
                pass(redaction.next(Unpooled.wrappedBuffer(copy), UnpooledByteBufAllocator.DEFAULT));
            }
        }

        private void pass(@Nullable ByteBuf shown) throws IOException {
            if (shown == null) {
                return;
            }
            try {
                shown.readBytes(out, shown.readableBytes());
            } finally {
                shown.release();
            }
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            if (!isClosed) {
                isClosed = true;
                pass(redaction.end(UnpooledByteBufAllocator.DEFAULT));
                out.flush();
            }
        }
    }

    /** Without the patterns. */
    @Override
    public String toString() {
        return "KeyRedaction";
    }
}
