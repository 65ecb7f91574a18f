package io.sallyport.demo;

import java.util.ArrayList;
import java.util.List;

/** Builds the command lines of curl. */
final class Curl {
    private static final String STATUS = "\n%{http_code} %{http_connect}";

    private Curl() {}

    /**
     * Returns a command that requests {@code url} with {@code more} options and prints the body, then both statuses:
     * the target's, and the proxy's for a CONNECT.
     */
    static List<String> of(String url, String... more) {
        var command = new ArrayList<>(List.of("curl", "-sS", "--max-time", "30", "--noproxy", "", "-w", STATUS));
        command.addAll(List.of(more));
        command.add(url);
        return command;
    }
}
