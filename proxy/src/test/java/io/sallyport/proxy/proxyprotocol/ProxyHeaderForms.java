package io.sallyport.proxy.proxyprotocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** What holds for whatever a load balancer sends. */
final class ProxyHeaderForms {
    private ProxyHeaderForms() {}

    /** Asserts that the bytes have one reading, however they are split, and that no byte behind a header is taken. */
    static void check(byte[] bytes) {
        ByteBuf whole = Unpooled.wrappedBuffer(bytes);
        ProxyHeader read = new ProxyHeaderReader().read(whole);
        var reader = new ProxyHeaderReader();
        ProxyHeader single = new ProxyHeader.Incomplete();
        int taken = 0;
        while (taken < bytes.length && single instanceof ProxyHeader.Incomplete) {
            single = reader.read(Unpooled.wrappedBuffer(bytes, taken++, 1));
        }
        assertThat(single).isEqualTo(read);
        assertThat(whole.readerIndex()).isEqualTo(taken).isLessThanOrEqualTo(ProxyHeaderReader.MAX_BYTES);
    }
}
