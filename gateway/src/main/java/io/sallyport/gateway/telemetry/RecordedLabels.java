package io.sallyport.gateway.telemetry;

import io.sallyport.model.SandboxId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The labels of sandboxes that records bear: those that the configuration names. A sandbox that has ended still bears
 * its own, for the ends of its tunnels, until many others have ended. Safe for concurrent use; reading never waits.
 */
public final class RecordedLabels {
    /** Of so many sandboxes that have ended the labels are known. */
    private static final int MAX_ENDED = 1_000;

    private final List<String> names;
    private final Map<String, Borne> sandboxes = new ConcurrentHashMap<>();
    private final Deque<String> ended = new ArrayDeque<>();

    private record Borne(Map<String, String> labels, boolean isEnded) {}

    /** @param names of labels; empty if records bear none */
    public RecordedLabels(List<String> names) {
        this.names = List.copyOf(names);
    }

    /** Notes the labels that a sandbox has from now on. */
    public void put(SandboxId sandbox, Map<String, String> labels) {
        if (names.isEmpty()) {
            return;
        }
        Map<String, String> borne = new HashMap<>();
        for (String name : names) {
            String value = labels.get(name);
            if (value != null) {
                borne.put(name, value);
            }
        }
        sandboxes.put(sandbox.text(), new Borne(Map.copyOf(borne), false));
    }

    /** Notes that a sandbox has ended. */
    public void end(SandboxId sandbox) {
        Borne before = sandboxes.computeIfPresent(sandbox.text(), (_, borne) -> new Borne(borne.labels, true));
        if (before != null) {
            forgetAfter(sandbox.text());
        }
    }

    private synchronized void forgetAfter(String justEnded) {
        ended.remove(justEnded);
        ended.add(justEnded);
        if (ended.size() > MAX_ENDED) {
            sandboxes.computeIfPresent(ended.remove(), (_, borne) -> borne.isEnded ? null : borne);
        }
    }

    /** Returns the labels that records of {@code sandbox} bear. */
    Map<String, String> of(@Nullable String sandbox) {
        Borne borne = sandbox == null ? null : sandboxes.get(sandbox);
        return borne == null ? Map.of() : borne.labels;
    }
}
