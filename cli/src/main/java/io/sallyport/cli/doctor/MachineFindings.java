package io.sallyport.cli.doctor;

import io.sallyport.cli.command.HumanUnits;
import io.sallyport.fence.Fence;
import io.sallyport.fence.FenceOpening;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.transport.Transport;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** What this machine, and this Java runtime, are good for. */
public final class MachineFindings {
    private MachineFindings() {}

    /**
     * Looks at it. Opens a fence for a moment, in which nothing is started.
     *
     * @param folder empty, and for no other user to enter
     */
    public static List<Finding> of(Path folder) {
        return List.of(runtime(), memory(), transport(), tls(), fence(Fence.open(folder, Set.of())));
    }

    private static Finding runtime() {
        return Finding.ok(
                "runtime",
                "Java %s on %s %s, %d processors"
                        .formatted(
                                Runtime.version(),
                                System.getProperty("os.name"),
                                System.getProperty("os.arch"),
                                Runtime.getRuntime().availableProcessors()));
    }

    private static Finding memory() {
        return Finding.ok(
                "memory",
                "heap of at most " + HumanUnits.size(Runtime.getRuntime().maxMemory()));
    }

    private static Finding transport() {
        return switch (Transport.best()) {
            case EPOLL -> Finding.ok("sockets", "epoll, by Netty's native library");
            case NIO ->
                Finding.note(
                        "sockets", "the JDK's selectors", "on Linux for x86-64 or aarch64, Netty's library is faster");
        };
    }

    private static Finding tls() {
        return switch (TlsProvider.preferred()) {
            case BORINGSSL -> Finding.ok("tls", "BoringSSL, by Netty's native library");
            case JDK ->
                Finding.note("tls", "the JDK's own", "BoringSSL does the same with a fraction of the processor's time");
        };
    }

    static Finding fence(FenceOpening opening) {
        return switch (opening) {
            case FenceOpening.Opened(var fence) -> {
                fence.close();
                yield Finding.ok("fence", "`run` gives its command a network that leads to the gateway alone");
            }
            case FenceOpening.Refused(var why) ->
                Finding.note(
                        "fence",
                        "none, so a command of `run` can go round the proxy: " + why,
                        "docs/fence.md says what to enable");
        };
    }
}
