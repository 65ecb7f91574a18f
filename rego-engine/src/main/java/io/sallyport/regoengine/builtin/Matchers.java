package io.sallyport.regoengine.builtin;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

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

    /**
     * The matcher made of {@code source}.
     *
     * <p>A source that is no constant pays {@code cost} steps at each call, whether it was kept or not, so that what an
     * evaluation costs does not depend on the ones before it.
     *
     * @param type what {@code compile} makes; matchers of one source and different types stand beside each other
     */
    public <M> M matcher(Class<M> type, String source, long cost, Fuel fuel, Function<String, ? extends M> compile) {
        Key key = new Key(type, source);
        if (constants.contains(source)) {
            return type.cast(pinned.computeIfAbsent(key, k -> compile.apply(k.source)));
        }
        fuel.steps(cost);
        Object found = passing.get(key);
        if (found == null) {
            found = compile.apply(source);
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

    private record Key(Class<?> type, String source) {}
}
