package io.sallyport.shared;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which gateways there are, as far as this one knows, and whether the store hands out slices. A store that may have
 * lost something waits for all of them. Confined to one thread.
 */
final class RollCall {
    /** What a roll call takes at least: time for gateways to connect that nobody knows yet. */
    private static final Duration LEAST = Duration.ofSeconds(2);

    /** For which a gateway is known that is not heard of. */
    private static final Duration KNOWN = Duration.ofHours(1);

    /** Gateways that are remembered. */
    private static final int MAX_GATEWAYS = 1_000;

    private final String gateway;
    private final Duration most;
    private final Set<String> known = new TreeSet<>();
    private boolean open;
    private String saidTo = "";
    private long last;

    RollCall(String gateway, Duration most) {
        this.gateway = gateway;
        this.most = most;
    }

    /** The id of this gateway. */
    String gateway() {
        return gateway;
    }

    /** Of the script; {@code run} is the store's process. */
    List<String> arguments(String run) {
        var arguments = new ArrayList<>(List.of(
                run,
                gateway,
                saidTo.equals(run) ? "1" : "0",
                millis(LEAST),
                millis(most.compareTo(LEAST) < 0 ? LEAST : most),
                millis(KNOWN)));
        arguments.addAll(known);
        return arguments;
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    /** Takes in what the script answered; whether this gateway is to say all it knows now. */
    boolean heard(String run, List<Object> answer) {
        boolean was = open;
        open = answer.getFirst().equals("open");
        last = Long.parseLong(answer.get(1).toString());
        answer.stream().skip(2).limit(MAX_GATEWAYS).forEach(name -> known.add(name.toString()));
        while (known.size() > MAX_GATEWAYS) {
            known.remove(known.iterator().next());
        }
        boolean begun = was && !open;
        return begun || !saidTo.equals(run);
    }

    /** This gateway has said all to that process of the store. */
    void said(String run) {
        saidTo = run;
    }

    /** The connection has ended. */
    void lost() {
        open = false;
    }

    /** Whether slices are handed out. */
    boolean isOpen() {
        return open;
    }

    /** Number of the last end, or of the last change of a record. */
    long last() {
        return last;
    }
}
