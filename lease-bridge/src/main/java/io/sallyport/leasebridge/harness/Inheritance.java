package io.sallyport.leasebridge.harness;

import io.sallyport.leasebridge.harness.Sourced.Listing;
import io.sallyport.leasebridge.harness.Sourced.Mapping;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** Merges one layer of a harness over another, field by field (specs: fetch, section 12, merge). */
final class Inheritance {
    /** The fields that are never inherited. */
    static final Set<String> NEVER = Set.of(
            "base",
            "allowed_remote_resources",
            "allow_runtime_fetch",
            "max_runtime_fetches",
            "readonly_repo",
            "trigger");

    /**
     * How to merge two values of a field, the lower first. For other fields the upper value wins unless it is empty.
     */
    private static final Map<String, BinaryOperator<Sourced>> JOINS = Map.ofEntries(
            Map.entry("skills", SkillNames::join),
            Map.entry("plugins", Inheritance::concatenated),
            Map.entry("providers", Inheritance::concatenated),
            Map.entry("api_servers", Inheritance::concatenated),
            Map.entry("openshell", byKey(Inheritance::concatenated)),
            Map.entry("host_files", Inheritance::byDestination),
            Map.entry("env", byKey(byKey(Inheritance::said))),
            Map.entry("security", Inheritance::security),
            Map.entry("forge", byKey((lower, upper) -> together(lower, upper, Inheritance::laidOver))));

    private Inheritance() {}

    /** Returns the part of {@code base} that a child inherits. */
    static Mapping inherited(Mapping base) {
        Mapping own = base.without(NEVER);
        if (!(own.members().get("forge") instanceof Mapping forge)) {
            return own;
        }
        var parts = new LinkedHashMap<String, Sourced>();
        forge.members()
                .forEach((platform, part) -> parts.put(platform, part instanceof Mapping m ? m.without(NEVER) : part));
        return own.with("forge", new Mapping(parts, forge.origin()));
    }

    /** Returns the layer with {@code runner_env}, the old name, moved below {@code env.runner}. */
    static Mapping renamed(Mapping layer) {
        if (!(layer.members().get("runner_env") instanceof Mapping old)) {
            return layer;
        }
        var runner = new LinkedHashMap<String, Sourced>();
        runner.put("runner", old);
        var env = new LinkedHashMap<String, Sourced>();
        env.put("env", new Mapping(runner, old.origin()));
        return laidOver(new Mapping(env, layer.origin()), layer.without(Set.of("runner_env")));
    }

    /** Merges {@code upper} over {@code lower}. */
    static Mapping laidOver(Mapping lower, Mapping upper) {
        var members = new LinkedHashMap<>(lower.members());
        upper.members().forEach((key, value) -> members.merge(key, value, JOINS.getOrDefault(key, Inheritance::upper)));
        return new Mapping(members, upper.origin());
    }

    private static Sourced upper(Sourced lower, Sourced upper) {
        return upper.isEmpty() || isZero(upper) ? lower : upper;
    }

    /** Returns whether a number is zero, which means the default and so overrides nothing. */
    private static boolean isZero(Sourced value) {
        return value instanceof Sourced.Text text
                && Integer.valueOf(0).equals(text.scalar().number());
    }

    private static Sourced concatenated(Sourced lower, Sourced upper) {
        if (!(lower instanceof Listing below) || !(upper instanceof Listing above)) {
            return upper(lower, upper);
        }
        List<Sourced> items = new ArrayList<>(below.items());
        items.addAll(above.items());
        return new Listing(items, above.origin());
    }

    private static Sourced byDestination(Sourced lower, Sourced upper) {
        if (!(concatenated(lower, upper) instanceof Listing(var items, var origin))) {
            return upper(lower, upper);
        }
        return new Listing(lastOfEach(items), origin);
    }

    /** Of files with the same destination, keeps the last, at the position of the first. */
    static List<Sourced> lastOfEach(List<Sourced> files) {
        var kept = new LinkedHashMap<Object, Sourced>();
        for (Sourced file : files) {
            Sourced.@Nullable Text dest = file instanceof Mapping fields ? fields.text("dest") : null;
            kept.put(dest == null ? file : dest.text(), file);
        }
        return List.copyOf(kept.values());
    }

    private static Sourced security(Sourced lower, Sourced upper) {
        boolean inherits = upper instanceof Mapping own && own.isTrue("inherit");
        return inherits ? deep(lower, upper) : upper(lower, upper);
    }

    private static Sourced deep(Sourced lower, Sourced upper) {
        return lower instanceof Mapping && upper instanceof Mapping
                ? byKey(Inheritance::deep).apply(lower, upper)
                : said(lower, upper);
    }

    /** Returns the upper value, even if it is empty, unless it is null. */
    private static Sourced said(Sourced lower, Sourced upper) {
        return upper instanceof Sourced.Text text && text.scalar().isNull() ? lower : upper;
    }

    private static BinaryOperator<Sourced> byKey(BinaryOperator<Sourced> join) {
        return (lower, upper) -> together(lower, upper, (below, above) -> {
            var members = new LinkedHashMap<>(below.members());
            above.members().forEach((key, value) -> members.merge(key, value, join));
            return new Mapping(members, above.origin());
        });
    }

    private static Sourced together(Sourced lower, Sourced upper, BinaryOperator<Mapping> join) {
        return lower instanceof Mapping below && upper instanceof Mapping above
                ? join.apply(below, above)
                : upper(lower, upper);
    }
}
