package io.sallyport.fetch.landing;

import io.sallyport.model.Sha256;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The names that something may land under, the first one that is free: {@code FIRST8-NAME}, then more digits. Once
 * those are taken, by what landed before a restart or by what a sandbox planted, names that nobody guesses.
 */
record LandingNames(Sha256 sha256, String name) implements Iterable<String> {
    private static final int DIGITS = 8;
    private static final int GUESSED_AT = 8;
    private static final SecureRandom RANDOM = new SecureRandom();

    @Override
    public Iterator<String> iterator() {
        Stream<String> byDigits = IntStream.rangeClosed(1, Sha256.DIGITS / DIGITS)
                .mapToObj(times -> sha256.prefix(times * DIGITS) + "-" + name);
        Stream<String> unknown = Stream.generate(
                        () -> sha256.hex() + "-" + HexFormat.of().toHexDigits(RANDOM.nextLong()) + "-" + name)
                .limit(GUESSED_AT);
        return Stream.concat(byDigits, unknown).iterator();
    }
}
