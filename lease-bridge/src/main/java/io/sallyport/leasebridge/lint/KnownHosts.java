package io.sallyport.leasebridge.lint;

import io.sallyport.leasebridge.GrantCover;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Hosts that are known for what an agent can do there, from published lists; {@code known-hosts.txt} names each source
 * and its date. Immutable.
 */
public final class KnownHosts {
    private static final String FILE = "known-hosts.txt";
    private static final List<Known> ALL = read();

    private KnownHosts() {}

    private record Known(HostKind kind, String name) {}

    /** Returns, for each kind, the listed name that {@code host} is, or is below. */
    public static Map<HostKind, String> reachedBy(CanonicalHost host) {
        return reachedBy(new HostPattern.Exact(host.text()));
    }

    /** Returns, for each kind, the first listed name that {@code pattern} reaches: the name itself or one below it. */
    static Map<HostKind, String> reachedBy(HostPattern pattern) {
        Map<HostKind, String> reached = new EnumMap<>(HostKind.class);
        for (Known known : ALL) {
            if (!reached.containsKey(known.kind) && reaches(pattern, known.name)) {
                reached.put(known.kind, known.name);
            }
        }
        return reached;
    }

    private static boolean reaches(HostPattern pattern, String name) {
        return GrantCover.covers(pattern, new HostPattern.Exact(name))
                || GrantCover.covers(new HostPattern.Exact(name), pattern)
                || GrantCover.covers(new HostPattern.Under(name), pattern);
    }

    private static List<Known> read() {
        InputStream resource = KnownHosts.class.getResourceAsStream(FILE);
        if (resource == null) {
            throw new IllegalStateException(FILE + " is missing from the jar");
        }
        try (var lines = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            List<Known> known = new ArrayList<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] words = line.split(" ", 2);
                    known.add(new Known(HostKind.named(words[0]), words[1]));
                }
            }
            return List.copyOf(known);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
