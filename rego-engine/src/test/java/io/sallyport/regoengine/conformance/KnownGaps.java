package io.sallyport.regoengine.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** {@code known-gaps.txt}: a line for each case that does not pass, with its name, a tab, and the refused builtin. */
record KnownGaps(Map<String, String> faults) {
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

    /** Returns whether the case must pass. A case that also exists for version 0 has one line. */
    boolean passes(OpaCase opaCase) {
        return !faults.containsKey(opaCase.name().replaceFirst("^v0: ", ""));
    }

    Set<String> names() {
        return faults.keySet();
    }
}
