package io.sallyport.control;

import io.sallyport.decision.Sandbox;
import java.util.Map;

/** What was counted for a sandbox, by name: {@code allowed}, {@code denied}, {@code connections}. Returns at once. */
@FunctionalInterface
public interface Counters {
    Map<String, Long> of(Sandbox sandbox);
}
