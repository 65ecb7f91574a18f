package io.sallyport.admin;

import java.util.List;

/** Whether the gateway can serve; {@code gateway} fills it. Safe for concurrent use, returns at once. */
@FunctionalInterface
public interface Readiness {
    /** What is missing, a few words each and safe to show; empty when it is ready. */
    List<String> missing();
}
