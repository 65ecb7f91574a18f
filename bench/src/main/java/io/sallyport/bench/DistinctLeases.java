package io.sallyport.bench;

import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Leases that have no line in common, like those of different sandboxes. */
public final class DistinctLeases {
    private DistinctLeases() {}

    public static SandboxId id(int number) {
        return new SandboxId("sb-" + number);
    }

    /** Returns a lease of {@code grants} whole hosts that only this owner has. */
    public static SandboxDocuments of(String owner, int grants) {
        String lease = IntStream.range(0, grants)
                .mapToObj(i -> "\"https://host-" + i + "." + owner + ".example.com/**\"")
                .collect(Collectors.joining(", ", "{\"net.fetch\": [", "]}"));
        return SandboxDocuments.builder().lease(lease).build();
    }
}
