package io.sallyport.demo;

import java.util.ArrayList;
import java.util.List;

/** How curl is called, and what is told of what it printed. */
final class Curl {
    private static final String STATUS = "\n%{http_code} %{http_connect}";

    private Curl() {}

    /** Asks for {@code url}, with {@code more} options, and prints the body, then both statuses: the target's, and the proxy's to a CONNECT. */
    static List<String> of(String url, String... more) {
        var command = new ArrayList<>(List.of("curl", "-sS", "--max-time", "30", "--noproxy", "", "-w", STATUS));
        command.addAll(List.of(more));
        command.add(url);
        return command;
    }
}
