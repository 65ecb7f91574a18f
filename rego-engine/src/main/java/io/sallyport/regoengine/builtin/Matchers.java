package io.sallyport.regoengine.builtin;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Compiled patterns (regular expressions, globs, networks) of one program, by their text.
 *
 * <p>Patterns that are constants of the program stay. Those that input makes are kept up to {@value #MAX_CHARS}
 * characters of pattern and {@value #MAX_ENTRIES} patterns together; when they are full all of them go. Safe for
 * concurrent use.
 */
public final class Matchers {
    static final int MAX_ENTRIES = 256;
    static final long MAX_CHARS = 65_536;

    /** A program has fewer patterns than that; variants that input makes of its constants may not go beyond. */
    static final int MAX_PINNED = 10_000;

    private final Set<String> constants;
    private final ConcurrentHashMap<Key, Object> pinned = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Key, Object> passing = new ConcurrentHashMap<>();
    private final AtomicLong passingChars = new AtomicLong();

    /**
     * Matchers of one program.
     *
     * @param constants the strings that stand in the program's text
     */
    public Matchers(Set<String> constants) {
        this.constants = Set.copyOf(constants);
    }

    /** Whether {@code source} stands in the program's text. */
    public boolean isConstant(String source) {
        return constants.contains(source);
    }

    /**
     * The matcher made of {@code source}.
     *
     * <p>A source that is no constant pays {@code cost} steps at each call, whether it was kept or not, so that what an
     * evaluation costs does not depend on the ones before it.
     *
     * @param type what {@code compile} makes; matchers of one source and different types stand beside each other
     */
    public <M> M matcher(Class<M> type, String source, long cost, Fuel fuel, Function<String, ? extends M> compile) {
        return matcher(type, source, "", cost, fuel, () -> compile.apply(source));
    }

    /** {@link #matcher} for a pattern that means something else by {@code variant} (the separators of a glob). */
    public <M> M matcher(
            Class<M> type, String source, String variant, long cost, Fuel fuel, Supplier<? extends M> compile) {
        Key key = new Key(type, source, variant);
        Object found = pinned.get(key);
        if (found == null && constants.contains(source) && pinned.size() < MAX_PINNED) {
            found = pinned.computeIfAbsent(key, k -> compile.get());
        }
        if (found == null) {
            fuel.steps(cost);
            found = passing.get(key);
        }
        if (found == null) {
            found = compile.get();
            keep(key, found);
        }
        return type.cast(found);
    }

    private void keep(Key key, Object matcher) {
        long chars = passingChars.addAndGet(key.source.length());
        if (chars > MAX_CHARS || passing.size() >= MAX_ENTRIES) {
            passing.clear();
            passingChars.set(key.source.length());
        }
        passing.put(key, matcher);
    }

    /** How many patterns that are no constants are kept. */
    int passing() {
        return passing.size();
    }

    private record Key(Class<?> type, String source, String variant) {}
}
