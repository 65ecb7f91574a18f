package io.sallyport.leasebridge.learn;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes what a person should know of a learned document, as lines of comments. */
final class LearnedComments {
    private LearnedComments() {}

    static String of(LearnedRules rules, long unheld) {
        Sighting seen = rules.seen();
        Stream<String> first = seen == null
                ? Stream.of("Learned from no request.")
                : Stream.of(
                        "Learned from " + rules.requests().size() + " different requests, seen " + seen + ".",
                        "It admits what was seen. Read it before you use it: nobody judged it yet.");
        Stream<String> more = unheld == 0
                ? Stream.empty()
                : Stream.of(unheld + " further requests were not held (at most " + ObservedTraffic.MAX_REQUESTS
                        + " different ones are).");
        List<String> refused = rules.unlearned().entrySet().stream()
                .map(entry -> "not learned: " + entry.getKey() + " (" + entry.getValue() + ")")
                .toList();
        return Stream.of(
                        first,
                        more,
                        refused.stream(),
                        HostFamily.of(rules.hosts()).map(HostFamily::toString))
                .flatMap(lines -> lines)
                .map(line -> "# " + line + "\n")
                .collect(Collectors.joining());
    }
}
