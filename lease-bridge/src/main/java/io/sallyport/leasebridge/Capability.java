package io.sallyport.leasebridge;

import io.sallyport.model.CapabilityName;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The capabilities of leases, by the kind of patterns in their lists. Names are lower case and exact. */
enum Capability {
    FILE(PatternKind.PATH),
    URL(PatternKind.PATH),
    TOOL(PatternKind.NAME),
    AGENT(PatternKind.AGENT),
    MODEL(PatternKind.MODEL),
    BUDGET(PatternKind.MODEL),
    VENDOR(PatternKind.MODEL);

    private final PatternKind patterns;

    Capability(PatternKind patterns) {
        this.patterns = patterns;
    }

    PatternKind patterns() {
        return patterns;
    }

    /** Returns the capability of a name that a lease is known to hold. */
    static Capability named(String name) {
        return Objects.requireNonNull(of(name), name);
    }

    /** Returns the capability of that name, or null if no lease may hold it. */
    static @Nullable Capability of(String name) {
        return switch (name) {
            case "fs.read", "fs.write" -> FILE;
            case "net.fetch" -> URL;
            case "tool.call" -> TOOL;
            case "agent.delegate" -> AGENT;
            case "model.use" -> MODEL;
            case "cost.budget" -> BUDGET;
            default -> CapabilityName.isVendor(name) ? VENDOR : null;
        };
    }
}
