package io.sallyport.regoengine.builtin;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A cache of the compiled patterns (regular expressions, globs, networks) of one program, by text.
 *
 * <p>Patterns that are constants of the program are kept. Patterns from the input are kept up to a total of {@value
 * #MAX_CHARS} characters and {@value #MAX_ENTRIES} patterns; when that is exceeded, all of them are dropped. Safe for
 * concurrent use.
 */
public final class Matchers {
    static final int MAX_ENTRIES = 256;
    static final long MAX_CHARS = 65_536;

    /** More than the patterns of any program; limits the variants of its constants that the input can create. */
    static final int MAX_PINNED = 10_000;

    private final Set<String> constants;
    private final boolean automata;
    private final ConcurrentHashMap<Key, Object> pinned = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Key, Object> passing = new ConcurrentHashMap<>();
    private final AtomicLong passingChars = new AtomicLong();

    /**
     * Creates the cache of one program.
     *
     * @param constants the strings in the program's text
     */
    public Matchers(Set<String> constants) {
        this(constants, true);
    }

    /**
     * Creates the cache of one program.
     *
     * @param automata whether regular expressions among {@code constants} may have automata
     */
    public Matchers(Set<String> constants, boolean automata) {
        this.constants = Set.copyOf(constants);
        this.automata = automata;
    }

    /** Returns whether {@code source} occurs in the program's text. */
    public boolean isConstant(String source) {
        return constants.contains(source);
    }

    /** Returns whether the regular expression {@code source} may have an automaton. */
    public boolean mayHaveAutomaton(String source) {
        return automata && isConstant(source);
    }

    /**
     * Returns the matcher compiled from {@code source}.
     *
     * <p>A source that is not a constant costs {@code cost} steps at each call, whether or not it is cached, so that
     * the cost of an evaluation does not depend on earlier ones.
     *
     * @param type the class that {@code compile} returns; one source may have matchers of several types
     */
    public <M> M matcher(Class<M> type, String source, long cost, Fuel fuel, Function<String, ? extends M> compile) {
        return matcher(type, source, "", cost, fuel, () -> compile.apply(source));
    }

    /**
     * As {@link #matcher}, for a pattern whose meaning depends on {@code variant} (such as the separators of a glob).
     */
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

    /** Returns how many patterns that are not constants are cached. */
    int passing() {
        return passing.size();
    }

    private record Key(Class<?> type, String source, String variant) {}
}
