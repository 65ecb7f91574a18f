package io.sallyport.bench.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Starts haproxy. It is not a forward proxy: it sends everything that is allowed to one target, resolves nothing, and
 * opens no tunnels itself, so plain requests, refusals and bulk transfers are compared. In the rows of tunnels it
 * relays TCP to the target without being asked for a tunnel, which is less than others do.
 */
final class Haproxies {
    private Haproxies() {}

    static Contender start(Path folder, NginxOrigin origin) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Files.write(folder.resolve("few"), AllowedTargets.hosts());
        Files.write(folder.resolve("wide"), AllowedTargets.wideHosts());
        InetSocketAddress few = Processes.freeAddress();
        InetSocketAddress wide = Processes.freeAddress();
        InetSocketAddress relay = Processes.freeAddress();
        Path config = Files.writeString(
                folder.resolve("haproxy.cfg"),
                config(folder, few.getPort(), wide.getPort(), origin.plain().getPort())
                        + relay(relay.getPort(), origin.opaque().getPort()));
        Path log = folder.resolve("access.log");
        Process process = Processes.start(log, List.of(Processes.find("haproxy"), "-db", "-f", config.toString()));
        Processes.await(process, wide, log);
        ContenderAccess forward =
                new ContenderAccess(few, NginxOrigin.OPAQUE, origin.plain().getPort(), "");
        Map<WorkKind, ContenderAccess> doors = Map.of(
                WorkKind.FORWARD,
                forward,
                WorkKind.TUNNEL,
                new ContenderAccess(relay, NginxOrigin.OPAQUE, relay.getPort(), ""),
                WorkKind.REFUSE,
                forward.to(NginxOrigin.REFUSED),
                WorkKind.FORWARD_WIDE,
                new ContenderAccess(wide, NginxOrigin.OPAQUE, origin.plain().getPort(), ""));
        return new Contender("haproxy", process, doors, 1, false);
    }

    private static String relay(int port, int target) {
        return """
                listen relay
                  mode tcp
                  option tcplog
                  bind 127.0.0.1:%d
                  server target 127.0.0.1:%d
                """.formatted(port, target);
    }

    private static String config(Path folder, int few, int wide, int target) {
        return """
                global
                  maxconn 5000
                  log stdout format raw local0
                defaults
                  mode http
                  log global
                  option httplog
                  option splice-auto
                  timeout connect 5s
                  timeout client 1h
                  timeout server 1h
                frontend few
                  bind 127.0.0.1:%2$d
                  http-request deny unless { req.hdr(host),host_only -f %1$s/few }
                  default_backend target
                frontend wide
                  bind 127.0.0.1:%3$d
                  http-request deny unless { req.hdr(host),host_only -f %1$s/wide }
                  default_backend target
                backend target
                  server target 127.0.0.1:%4$d
                """.formatted(folder, few, wide, target);
    }
}
