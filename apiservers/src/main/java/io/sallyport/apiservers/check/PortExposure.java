package io.sallyport.apiservers.check;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;
import java.util.stream.Stream;

/** Whether a port of 127.0.0.1 is open on another address of this machine as well. */
final class PortExposure {
    private PortExposure() {}

    static ClauseResult finding(ContractClause clause, int port) throws IOException {
        for (InetAddress other : others()) {
            if (isOpen(other, port)) {
                return ClauseResult.fallsShort(clause, "it answers on " + other.getHostAddress() + " too");
            }
        }
        return ClauseResult.pass(clause);
    }

    /** On Linux all of 127.0.0.0/8 leads here, so that one that listens everywhere is found without a network. */
    private static List<InetAddress> others() throws IOException {
        return Stream.concat(
                        Stream.of(InetAddress.ofLiteral("127.0.0.2"), InetAddress.ofLiteral("::1")),
                        NetworkInterface.networkInterfaces()
                                .flatMap(NetworkInterface::inetAddresses)
                                .filter(address -> !address.isLoopbackAddress()))
                .toList();
    }

    private static boolean isOpen(InetAddress address, int port) {
        try (RawConnection _ = RawConnection.to(address, port)) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
