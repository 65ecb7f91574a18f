package io.sallyport.leasebridge.accesslist;

import io.sallyport.model.host.CanonicalHost;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a lease: patterns of URLs. */
record LeaseForm() implements GrantForm {
    private static final int HTTPS = 443;
    private static final int HTTP = 80;
    private static final String AND_BELOW = "/**";

    @Override
    public boolean denies() {
        return false;
    }

    @Override
    public Carried carried(ReachedHost reach, boolean inspected) {
        CellAccess access = reach.access();
        boolean everyMethod = access.methods().isAll();
        if (inspected && !everyMethod) {
            return Carried.nothing("a lease has no methods, --as policy has");
        }
        if (paths(reach.paths()).isEmpty()) {
            return Carried.nothing("a lease has no such path, --as policy has");
        }
        List<Integer> ports = reach.ports().stream()
                .filter(port -> !schemes(reach, port).isEmpty())
                .toList();
        if (ports.isEmpty()) {
            return Carried.nothing(access.tunnel() ? "a tunnel to port 80" : "a lease has no methods");
        }
        boolean narrows = !everyMethod && !access.methods().isEmpty();
        return new Carried(reach.at(ports), narrows ? "a lease has no methods: HTTPS alone" : "");
    }

    /** HTTPS to port 80 and plain HTTP to port 443 are nobody's wish. */
    @Override
    public List<String> schemes(ReachedHost reach, int port) {
        List<String> schemes = new ArrayList<>();
        if (reach.access().tunnel() && port != HTTP) {
            schemes.add("https");
        }
        if (reach.access().methods().isAll() && port != HTTPS) {
            schemes.add("http");
        }
        return schemes;
    }

    @Override
    public String write(AccessGrants grants) {
        String patterns = grants.reaches().stream()
                .flatMap(reach -> patterns(reach).stream())
                .distinct()
                .map(pattern -> "    \"" + pattern + "\"")
                .collect(Collectors.joining(",\n"));
        return patterns.isEmpty() ? "{}\n" : "{\n  \"net.fetch\": [\n" + patterns + "\n  ]\n}\n";
    }

    private List<String> patterns(ReachedHost reach) {
        List<String> patterns = new ArrayList<>();
        for (int port : reach.ports()) {
            for (String scheme : schemes(reach, port)) {
                boolean usual = port == (scheme.equals("https") ? HTTPS : HTTP);
                String target = scheme + "://" + CanonicalHost.authority(reach.host()) + (usual ? "" : ":" + port);
                paths(reach.paths()).forEach(path -> patterns.add(target + path));
            }
        }
        return patterns;
    }

    /** Returns the paths of a lease; none where one has no equal: a pattern for what is below has what is above it. */
    private static List<String> paths(List<String> ofPolicy) {
        if (ofPolicy.isEmpty() || ofPolicy.contains("**")) {
            return List.of(AND_BELOW);
        }
        List<String> paths = new ArrayList<>();
        for (String path : ofPolicy) {
            boolean isBelow = path.endsWith(AND_BELOW);
            String literal = isBelow ? path.substring(0, path.length() - AND_BELOW.length()) : path;
            if (!literal.matches("(?:/[A-Za-z0-9._~-]*)*") || (isBelow && !ofPolicy.contains(literal))) {
                return List.of();
            }
            if (isBelow || !ofPolicy.contains(path + AND_BELOW)) {
                paths.add(path);
            }
        }
        return paths;
    }
}
