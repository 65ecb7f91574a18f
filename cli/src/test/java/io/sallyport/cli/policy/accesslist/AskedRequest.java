package io.sallyport.cli.policy.accesslist;

import java.util.ArrayList;
import java.util.List;

/** A request that a product and the gateway are asked about. */
record AskedRequest(String method, String scheme, String host, int port, String path) {
    String url() {
        return scheme + "://" + host + ":" + port + path;
    }

    boolean isHttps() {
        return scheme.equals("https");
    }

    /** Returns requests to hosts that are close to {@code names}, and to those. */
    static List<AskedRequest> near(List<String> names, List<String> paths) {
        List<AskedRequest> requests = new ArrayList<>();
        for (String name : names) {
            for (String host : List.of(name, "x." + name, "y.x." + name, "x" + name, name + ".test")) {
                for (int port : List.of(443, 80, 8443, 22)) {
                    for (String scheme : List.of("https", "http")) {
                        for (String method : List.of("GET", "HEAD", "DELETE")) {
                            paths.forEach(path -> requests.add(new AskedRequest(method, scheme, host, port, path)));
                        }
                    }
                }
            }
        }
        return requests;
    }
}
