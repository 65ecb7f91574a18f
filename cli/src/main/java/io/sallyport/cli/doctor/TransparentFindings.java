package io.sallyport.cli.doctor;

import io.sallyport.configuration.Config;
import io.sallyport.gateway.serve.Service;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Whether this machine, and this user, can serve transparent listeners. */
final class TransparentFindings {
    private static final String SUBJECT = "transparent";
    private static final String CAPABILITIES = "CapEff:";
    private static final int CAP_NET_ADMIN = 12;
    private static final int CAP_NET_RAW = 13;

    private TransparentFindings() {}

    static Finding of(Config.Transparent transparent) {
        return of(transparent, status());
    }

    /** @param status what the kernel says of the process (proc(5)) */
    static Finding of(Config.Transparent transparent, String status) {
        if (Transport.best() != Transport.EPOLL) {
            return Finding.fault(
                    SUBJECT, "captured connections need Netty's epoll", "start it on Linux for x86-64 or aarch64");
        }
        boolean byTproxy = transparent.capture() == ListenerProtocol.TPROXY;
        if (byTproxy && !mayBeTransparent(status)) {
            return Finding.fault(
                    SUBJECT,
                    "capture: tproxy needs CAP_NET_ADMIN or CAP_NET_RAW, which this process does not have",
                    "AmbientCapabilities=CAP_NET_RAW in the unit, cap_add in a container, or capture: redirect");
        }
        List<String> listeners = Stream.of(
                        transparent.listen(), transparent.own().values())
                .flatMap(addresses -> addresses.stream().map(Service::authority))
                .toList();
        return Finding.note(
                SUBJECT,
                String.join(", ", listeners) + ", by " + (byTproxy ? "TPROXY" : "redirection"),
                "the rules of the router are its own: `doctor --inside` in a sandbox says what they leave open");
    }

    private static boolean mayBeTransparent(String status) {
        for (String line : status.lines().toList()) {
            if (line.startsWith(CAPABILITIES)) {
                var effective =
                        new BigInteger(line.substring(CAPABILITIES.length()).strip(), 16);
                return effective.testBit(CAP_NET_ADMIN) || effective.testBit(CAP_NET_RAW);
            }
        }
        return false;
    }

    private static String status() {
        try {
            return Files.readString(Path.of("/proc/self/status"));
        } catch (IOException e) {
            return ""; // in doubt there is no capability
        }
    }
}
