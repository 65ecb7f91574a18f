package io.sallyport.bench.proxy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What is allowed, the same for all contenders. */
final class Targets {
    private static final int WIDE = 1_000;

    private Targets() {}

    /** As patterns of a lease: one host whole, of another the paths (so that it must be looked into). */
    static List<String> few(Origin origin) {
        return List.of(
                "http://" + Origin.OPAQUE + ":" + origin.plain().getPort() + "/**",
                "https://" + Origin.OPAQUE + ":" + origin.opaque().getPort() + "/**",
                "https://" + Origin.INSPECTED + ":" + origin.tls().getPort() + "/small",
                "https://" + Origin.INSPECTED + ":" + origin.tls().getPort() + "/once/*",
                "https://" + Origin.INSPECTED + ":" + origin.tls().getPort() + "/big");
    }

    /** The same among so many other hosts as a lease may name. */
    static List<String> wide(Origin origin) {
        List<String> all = new ArrayList<>(few(origin));
        fillers().forEach(host -> all.add("https://" + host + "/**"));
        return all;
    }

    static List<String> hosts() {
        return List.of(Origin.OPAQUE, Origin.INSPECTED);
    }

    static List<String> wideHosts() {
        List<String> all = new ArrayList<>(hosts());
        all.addAll(fillers());
        return all;
    }

    private static List<String> fillers() {
        return IntStream.range(0, WIDE)
                .mapToObj(i -> "host-" + i + ".example.com")
                .toList();
    }
}
