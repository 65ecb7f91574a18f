package io.sallyport.regoengine.conformance;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.value.RegoNull;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The standard functions and {@code test.sleep}, which only OPA's tests have; it advances a clock of its own. Confined
 * to one thread.
 */
final class TestBuiltins {
    private static final AtomicReference<Instant> NOW = new AtomicReference<>(Instant.parse("2026-06-01T00:00:00Z"));

    /** Advanced by each sleep. */
    static final InstantSource CLOCK = NOW::get;

    /** Its declaration for the compiler. */
    static final Map<String, String> DECLARED = Map.of(
            "test.sleep",
            "{\"type\": \"function\", \"args\": [{\"type\": \"string\"}], \"result\": {\"type\": \"null\"}}");

    static final Builtins ALL = all();

    private TestBuiltins() {}

    private static Builtins all() {
        List<Builtin> all = new ArrayList<>();
        for (String name : StandardBuiltins.all().names()) {
            all.add(Objects.requireNonNull(StandardBuiltins.all().find(name)));
        }
        all.add(Builtin.unary("test.sleep", (_, _) -> {
            NOW.updateAndGet(now -> now.plus(Duration.ofSeconds(1)));
            return RegoNull.NULL;
        }));
        return Builtins.of(List.of(all));
    }
}
