package io.sallyport.regoengine.differential;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random choices from a seed. */
final class Chance {
    private final Random random;

    Chance(long seed) {
        random = new Random(seed);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Returns up to {@code most} results of {@code make}, separated by commas. */
    String some(int most, java.util.function.Supplier<String> make) {
        return IntStream.range(0, random.nextInt(most + 1))
                .mapToObj(_ -> make.get())
                .collect(Collectors.joining(", "));
    }
}
