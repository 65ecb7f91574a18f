package io.sallyport.egress.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** What holds for whatever an upstream proxy answers. */
final class AnswerHeadForms {
    private AnswerHeadForms() {}

    /**
     * Asserts that the first reading of a beginning stays that of the whole, and that a head ends with its empty line.
     */
    static void check(byte[] bytes) {
        AnswerHead whole = AnswerHead.in(Unpooled.wrappedBuffer(bytes));
        AnswerHead first = AnswerHead.in(Unpooled.EMPTY_BUFFER);
        for (int length = 1; length <= bytes.length && first instanceof AnswerHead.Incomplete; length++) {
            first = AnswerHead.in(Unpooled.wrappedBuffer(bytes, 0, length));
        }
        assertThat(first.getClass()).isEqualTo(whole.getClass());
        if (whole instanceof AnswerHead.Complete(int status, int length)) {
            assertThat(first).isEqualTo(whole);
            assertThat(status).isBetween(100, 599);
            ByteBuf end = Unpooled.wrappedBuffer(bytes, length - 4, 4);
            assertThat(end).isEqualTo(Unpooled.wrappedBuffer(new byte[] {'\r', '\n', '\r', '\n'}));
        }
    }
}
