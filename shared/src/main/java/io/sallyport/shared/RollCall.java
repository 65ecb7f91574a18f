package io.sallyport.shared;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which gateways there are, as far as this one knows, and whether the store waits for them. A store that may have lost
 * something waits for all of them. Their names are exchanged where the set may have changed: it has a number. Confined
 * to one thread.
 */
final class RollCall {
    /** What a roll call takes at least: time for gateways to connect that nobody knows yet. */
    private static final Duration LEAST = Duration.ofSeconds(2);

    /** For which a gateway is known that is not heard of. */
    private static final Duration KNOWN = Duration.ofHours(1);

    /** Gateways that are remembered. */
    private static final int MAX_GATEWAYS = 1_000;

    /** Words of an answer before the names. */
    private static final int NAMES = 4;

    private final String gateway;
    private final Duration most;
    private final Set<String> known = new TreeSet<>();
    private boolean open;
    private String saidTo = "";
    private String set = "";

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
        boolean isSettled = open && saidTo.equals(run);
        var arguments = new ArrayList<>(List.of(
                run,
                gateway,
                saidTo.equals(run) ? "1" : "0",
                millis(LEAST),
                millis(most.compareTo(LEAST) < 0 ? LEAST : most),
                millis(KNOWN),
                isSettled ? set : ""));
        if (!isSettled) {
            arguments.addAll(known);
        }
        return arguments;
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    /** Takes in what the script answered. */
    Heartbeat heard(List<Object> answer) {
        boolean was = open;
        open = answer.getFirst().equals("open");
        if (was && !open) {
            saidTo = ""; // it may have lost what was said
        }
        if (answer.size() > NAMES) {
            keep(answer.subList(NAMES, answer.size()));
            set = answer.get(3).toString();
        }
        return new Heartbeat(
                open,
                Long.parseLong(answer.get(1).toString()),
                Long.parseLong(answer.get(2).toString()));
    }

    /** An open store knows all that this one has told it, less those that have left. */
    private void keep(List<Object> names) {
        if (open) {
            known.clear();
        }
        names.stream().limit(MAX_GATEWAYS).forEach(name -> known.add(name.toString()));
        while (known.size() > MAX_GATEWAYS) {
            known.remove(known.iterator().next());
        }
    }

    /** Whether that process of the store has heard all that this gateway knows. */
    boolean hasSaid(String run) {
        return saidTo.equals(run);
    }

    /** This gateway has said all to that process of the store. */
    void said(String run) {
        saidTo = run;
    }

    /** The connection has ended: what was said on it may be lost, and what the store told meanwhile. */
    void lost() {
        open = false;
        saidTo = "";
    }

    /** Whether slices are handed out and changes are taken. */
    boolean isOpen() {
        return open;
    }
}
