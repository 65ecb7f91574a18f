package io.sallyport.regoengine.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code known-gaps.txt}: a line for each case that does not pass, its name, a tab, and what is at fault. One that passes
 * by its plan and only does not from source says so first.
 */
record KnownGaps(Map<String, String> faults) {
    private static final String FROM_SOURCE = "from source: ";

    static KnownGaps read() throws IOException {
        Map<String, String> faults = new LinkedHashMap<>();
        try (InputStream in = Objects.requireNonNull(KnownGaps.class.getResourceAsStream("known-gaps.txt"))) {
            for (String line : new String(in.readAllBytes(), UTF_8).lines().toList()) {
                if (!line.startsWith("#") && !line.isBlank()) {
                    String[] parts = line.split("\t", -1);
                    if (parts.length != 2 || faults.put(parts[0], parts[1]) != null) {
                        throw new IllegalStateException("not CASE, tab, FAULT, or a second time: " + line);
                    }
                }
            }
        }
        return new KnownGaps(faults);
    }

    /** Whether the case is to pass by the plan that OPA made. */
    boolean passesByPlan(OpaCase opaCase) {
        String fault = fault(opaCase);
        return fault == null || fault.startsWith(FROM_SOURCE);
    }

    /** Whether the case is to pass from its source. */
    boolean passesFromSource(OpaCase opaCase) {
        return fault(opaCase) == null;
    }

    /** What is at fault, or null where the case is to pass. A case that version 0 has as well has one line. */
    private @Nullable String fault(OpaCase opaCase) {
        return faults.get(opaCase.name().replaceFirst("^v0: ", ""));
    }

    Set<String> names() {
        return faults.keySet();
    }
}
