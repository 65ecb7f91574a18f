package io.sallyport.leasebridge.suggest;

import io.sallyport.leasebridge.PublicSuffixes;
import io.sallyport.model.CanonicalRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Folds lines that differ in one name. If at least {@link #ENOUGH} paths share a parent, {@code *} replaces their last
 * segments. If as many hosts share a parent that is no public suffix and need the same grants, {@code *.} replaces
 * their first labels.
 */
public final class PathFolding {
    /** Minimum number of lines to fold into one. */
    public static final int ENOUGH = 3;

    private PathFolding() {}

    /** Returns one line for each request, without lines that another line of the same host makes redundant. */
    public static List<LeastGrant> exact(Collection<CanonicalRequest> requests) {
        Map<Object, List<LeastGrant>> equal = requests.stream()
                .map(LeastGrant::of)
                .collect(grouped(grant -> List.of(grant.scheme(), grant.host(), grant.port(), path(grant))));
        List<LeastGrant> lines = equal.values().stream()
                .map(group ->
                        joined(group, group.getFirst().host(), group.getFirst().path()))
                .toList();
        return withoutNeedlessTunnels(lines);
    }

    /** Returns fewer lines, some of which grant more than was asked for. */
    public static List<LeastGrant> folded(List<LeastGrant> exact) {
        return foldedHosts(foldedPaths(exact));
    }

    /** Drops tunnels to hosts that have a grant with a path, which also permits the tunnel. */
    private static List<LeastGrant> withoutNeedlessTunnels(List<LeastGrant> lines) {
        Set<Object> withPath = lines.stream()
                .filter(line -> line.path() != null)
                .map(PathFolding::authority)
                .collect(Collectors.toSet());
        return lines.stream()
                .filter(line -> line.path() != null || !withPath.contains(authority(line)))
                .toList();
    }

    private static Object authority(LeastGrant line) {
        return List.of(line.scheme(), line.host(), line.port());
    }

    private static List<LeastGrant> foldedPaths(List<LeastGrant> lines) {
        Map<Object, List<LeastGrant>> byParent =
                lines.stream().collect(grouped(line -> List.of(authority(line), parent(line))));
        List<LeastGrant> found = new ArrayList<>();
        for (List<LeastGrant> group : byParent.values()) {
            LeastGrant first = group.getFirst();
            if (group.size() < ENOUGH || parent(first).isEmpty()) {
                found.addAll(group);
            } else {
                found.add(joined(group, first.host(), parent(first) + "*"));
            }
        }
        return found;
    }

    /** Returns the path up to its last segment, with the slash; empty if there is nothing to fold. */
    private static String parent(LeastGrant line) {
        String path = line.path();
        int slash = path == null ? -1 : path.lastIndexOf('/');
        return path == null || slash == path.length() - 1 || slash < 1 ? "" : path.substring(0, slash + 1);
    }

    private static List<LeastGrant> foldedHosts(List<LeastGrant> lines) {
        Map<Object, List<LeastGrant>> byParent = lines.stream()
                .collect(grouped(line -> List.of(line.scheme(), line.port(), path(line), line.methods(), above(line))));
        List<LeastGrant> found = new ArrayList<>();
        for (List<LeastGrant> group : byParent.values()) {
            LeastGrant first = group.getFirst();
            if (group.size() < ENOUGH || above(first).isEmpty()) {
                found.addAll(group);
            } else {
                found.add(joined(group, "*." + above(first), first.path()));
            }
        }
        return found;
    }

    /** Returns the host without its first label; empty if no wildcard is possible there. */
    private static String above(LeastGrant line) {
        String host = line.host();
        int dot = host.indexOf('.');
        String above = host.substring(dot + 1);
        boolean isAddress =
                line.requests().stream().anyMatch(request -> request.host().isAddress());
        boolean isOpenToAll = PublicSuffixes.isOpenToAll(above);
        return dot < 0 || isAddress || line.scheme().isTcp() || isOpenToAll ? "" : above;
    }

    private static String path(LeastGrant line) {
        @Nullable String path = line.path();
        return path == null ? "" : path;
    }

    private static LeastGrant joined(List<LeastGrant> group, String host, @Nullable String path) {
        Set<String> methods = new TreeSet<>();
        Set<CanonicalRequest> requests = new LinkedHashSet<>();
        for (LeastGrant one : group) {
            methods.addAll(one.methods());
            requests.addAll(one.requests());
        }
        LeastGrant first = group.getFirst();
        return new LeastGrant(first.scheme(), host, first.port(), path, methods, List.copyOf(requests));
    }

    private static Collector<LeastGrant, ?, Map<Object, List<LeastGrant>>> grouped(Function<LeastGrant, Object> key) {
        return Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList());
    }
}
