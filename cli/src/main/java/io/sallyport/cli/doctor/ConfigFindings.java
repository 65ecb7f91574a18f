package io.sallyport.cli.doctor;

import io.sallyport.configuration.Config;
import io.sallyport.gateway.serve.Service;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** What a gateway with one configuration listens at, writes to and lets pass. */
public final class ConfigFindings {
    private ConfigFindings() {}

    /** Looks at it; makes no file and opens no socket. */
    public static List<Finding> of(Config config) {
        List<Finding> found = new ArrayList<>();
        config.warnings().forEach(warning -> found.add(Finding.note("setting", warning, "docs/configuration.md")));
        found.add(listeners(config.proxy()));
        if (config.proxy().transparent() != null) {
            found.add(TransparentFindings.of(config.proxy().transparent()));
        }
        found.add(Finding.ok("control API", Service.authority(config.admin().listen())));
        found.add(connections(config.limits()));
        found.add(writable("state", config.state()));
        found.add(writable("audit", config.audit().file()));
        found.add(guardrails(config));
        found.add(inspection(config.intercept()));
        found.add(addresses(config.egress()));
        return found;
    }

    private static Finding listeners(Config.Proxy proxy) {
        List<InetSocketAddress> plain = Stream.of(
                        proxy.listen(),
                        proxy.ports().values(),
                        proxy.socks(),
                        proxy.socksPorts().values())
                .flatMap(Collection::stream)
                .toList();
        String text = String.join(", ", plain.stream().map(Service::authority).toList());
        boolean isSeen =
                plain.stream().anyMatch(address -> !address.getAddress().isLoopbackAddress());
        return isSeen
                ? Finding.note(
                        "proxy",
                        text + ": other machines can connect, and send tokens in the clear",
                        "keep them to a network of the sandboxes, or use proxy.tls")
                : Finding.ok("proxy", text);
    }

    private static Finding connections(Config.Limits limits) {
        return Finding.ok(
                "connections",
                limits.proxy().connections().maxOpen() + " at a time, " + limits.connectionsPerSandbox()
                        + " of one sandbox");
    }

    /** A file or folder that is not there yet is made in the nearest one above it that is. */
    private static Finding writable(String subject, Path path) {
        Path there = path;
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        boolean fits = there.equals(path) || Files.isDirectory(there);
        return fits && Files.isWritable(there)
                ? Finding.ok(subject, path.toString())
                : Finding.fault(subject, path + " cannot be written: " + there, "change its owner, or name another");
    }

    private static Finding guardrails(Config config) {
        Config.Guardrails files = config.guardrails();
        return files == null
                ? Finding.ok("guardrails", "by the API: `policy push`")
                : Finding.ok("guardrails", files.path() + (files.key() == null ? "" : ", signed"));
    }

    private static Finding inspection(Config.Intercept intercept) {
        return intercept.on()
                ? Finding.ok("inspection", "tunnels are opened where a grant or rule asks for what is inside")
                : Finding.note(
                        "inspection",
                        "no tunnel is opened, so https is granted by host and port alone",
                        "intercept.mode: on");
    }

    private static Finding addresses(Config.Egress egress) {
        return egress.allowAddresses().isEmpty()
                ? Finding.ok("addresses", "private and special ones are never dialled, but for egress.hosts")
                : Finding.note(
                        "addresses",
                        "these are dialled although they are private or special: "
                                + String.join(", ", egress.allowAddresses()),
                        "name single hosts under egress.hosts where that will do");
    }
}
