package io.sallyport.auditexport.sink;

import io.sallyport.auditexport.form.SyslogFrame;
import io.sallyport.model.host.IpAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends each record as one datagram of syslog (RFC 5426). Nobody acknowledges a datagram, and the network may lose it:
 * a batch counts as delivered once the kernel has it. Confined to the thread of its sink.
 */
final class SyslogDatagrams implements RecordReceiver {
    private static final int UDP_PORT = 514;

    private final SyslogSettings settings;
    private @Nullable DatagramChannel kept;

    /** @param settings whose host is an address */
    SyslogDatagrams(SyslogSettings settings) {
        this.settings = settings;
    }

    @Override
    public SinkDelivery send(List<byte[]> lines) {
        try {
            DatagramChannel channel = channel();
            for (byte[] line : lines) {
                channel.write(ByteBuffer.wrap(SyslogFrame.datagram(line, settings.form(), settings.datagramBytes())));
            }
            return new SinkDelivery.Delivered();
        } catch (IOException e) {
            close();
            return new SinkDelivery.Failed("the datagram was not sent: " + e.getMessage());
        }
    }

    /** A connected channel hears that no program has the port, if the receiver's machine says so. */
    private DatagramChannel channel() throws IOException {
        DatagramChannel open = kept;
        if (open == null) {
            open = DatagramChannel.open();
            kept = open;
            byte[] address = settings.at().host().address();
            if (address == null) {
                throw new IOException("the receiver is no address");
            }
            open.connect(new InetSocketAddress(
                    IpAddress.of(address).toInetAddress(), settings.at().portOr(UDP_PORT)));
        }
        return open;
    }

    @Override
    public void close() {
        DatagramChannel open = kept;
        kept = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException _) {
                // nothing is kept in it
            }
        }
    }
}
