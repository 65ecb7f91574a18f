package io.sallyport.proxy.firstbytes;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.intercept.ClientHello;
import io.sallyport.proxy.intercept.ClientHelloReader;
import io.sallyport.proxy.intercept.HelloResult;

/**
 * Tells protocols apart by the first bytes of a client. Each begins with another byte, so none is taken for another.
 * Takes nothing out of the buffer, which never has to hold more than a ClientHello. Confined to one tunnel.
 */
public final class FirstBytesReader {
    static final FirstBytes INCOMPLETE = new FirstBytes.Incomplete();

    private static final byte TLS_HANDSHAKE = 22;
    private static final byte SSH = 'S';
    private static final byte POSTGRES = 0; // of a length below 16 MiB

    private final PostgresStartup postgres = new PostgresStartup();

    /** Reads {@code in}, which is not empty, from its reader index on. */
    public FirstBytes read(ByteBuf in) {
        byte first = in.getByte(in.readerIndex());
        if (first == TLS_HANDSHAKE) {
            return hello(in);
        }
        if (first == POSTGRES) {
            return postgres.read(in);
        }
        return first == SSH && !postgres.hasBegun()
                ? SshIdentification.read(in)
                : FirstBytes.Unfit.of("the client speaks no protocol that is known here");
    }

    private FirstBytes hello(ByteBuf in) {
        return switch (ClientHelloReader.read(in)) {
            case HelloResult.Incomplete _ -> INCOMPLETE;
            case HelloResult.NotTls _ -> FirstBytes.Unfit.of("no TLS record");
            case HelloResult.Malformed(String why) -> new FirstBytes.Unfit(ReasonCode.TLS_MALFORMED, why);
            case HelloResult.Complete(ClientHello hello) ->
                new FirstBytes.Spoken(postgres.hasBegun() ? Scheme.TCP_POSTGRES : Scheme.TCP_TLS, hello);
        };
    }
}
