package io.sallyport.proxy.intercept;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;

/**
 * Properties of the reader for any bytes at the beginning of a tunnel; shared by the unit tests and the fuzz target.
 */
final class HelloForms {
    private HelloForms() {}

    static HelloResult check(byte[] bytes) {
        ByteBuf in = Unpooled.wrappedBuffer(bytes);
        HelloResult result = ClientHelloReader.read(in);
        assertThat(in.readableBytes()).as("nothing is taken").isEqualTo(bytes.length);
        switch (result) {
            case HelloResult.Complete(ClientHello hello) -> complete(bytes, hello);
            case HelloResult.Malformed(String why) -> {
                assertThat(why).isNotEmpty();
                assertThat(ClientHelloReader.read(grown(bytes)))
                        .as("what is refused stays so")
                        .isEqualTo(result);
            }
            case HelloResult.NotTls _ ->
                assertThat(ClientHelloReader.read(grown(bytes))).isEqualTo(result);
            case HelloResult.Incomplete _ -> {}
        }
        return result;
    }

    private static ByteBuf grown(byte[] bytes) {
        return Unpooled.wrappedBuffer(bytes, new byte[] {22, 3, 1, 0});
    }

    private static void complete(byte[] bytes, ClientHello hello) {
        String name = hello.serverName();
        assertThat(ReferenceHello.names(bytes)).isEqualTo(name == null ? List.of() : List.of(name));
        int first = 5 + (((bytes[3] & 0xff) << 8) | (bytes[4] & 0xff));
        for (int length = 0; length < Math.min(first, bytes.length); length += 1 + length / 8) {
            assertThat(ClientHelloReader.read(Unpooled.wrappedBuffer(bytes, 0, length)))
                    .as("the first %d bytes", length)
                    .isInstanceOf(HelloResult.Incomplete.class);
        }
    }
}
