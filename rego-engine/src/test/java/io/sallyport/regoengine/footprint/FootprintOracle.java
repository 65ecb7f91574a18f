package io.sallyport.regoengine.footprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Removes, nulls and replaces every field of an input that a footprint excludes, at any depth, adds new fields, and
 * evaluates again: the answer must not change. What an evaluation reads must be within the footprint, too.
 */
public final class FootprintOracle {
    private static final String UNHEARD_OF = "unheard_of";
    private static final List<RegoValue> INSTEAD = Stream.of("null", "false", "true", "7", "\"other\"", "{}", "[\"x\"]")
            .map(RegoJson::valueOf)
            .toList();

    private final String name;
    private final Footprint footprint;
    private final Function<RegoValue, Outcome> ask;
    private final Outcome unchanged;
    private final String expected;
    private int comparisons;

    private FootprintOracle(String name, Footprint footprint, RegoValue input, Function<RegoValue, Outcome> ask) {
        this.name = name;
        this.footprint = footprint;
        this.ask = ask;
        Outcome outcome = ask.apply(input);
        assertThat(outcome.usedMoment() && !footprint.readsMoment())
                .as("%s used the moment", name)
                .isFalse();
        this.unchanged = outcome;
        this.expected = text(outcome);
    }

    /** Returns how many changed inputs were evaluated; {@code name} is shown on failure. */
    public static int check(String name, Footprint footprint, RegoValue input, Function<RegoValue, Outcome> ask) {
        FootprintOracle oracle = new FootprintOracle(name, footprint, input, ask);
        oracle.note(input);
        oracle.change(input, List.of(), changed -> changed);
        return oracle.comparisons;
    }

    private void note(RegoValue input) {
        if (input instanceof RegoObject object) {
            Set<List<String>> notes = new LinkedHashSet<>();
            assertThat(ask.apply(new NotingObject(object, List.of(), notes)))
                    .as("%s", name)
                    .hasSameClassAs(unchanged);
            for (List<String> path : notes) {
                assertThat(footprint.reads(path.toArray(String[]::new)))
                        .as("%s reads %s, and came to %s", name, footprint, path)
                        .isTrue();
            }
        }
    }

    /** @param whole puts the changed value at {@code path} into the input */
    private void change(@Nullable RegoValue value, List<String> path, Function<RegoValue, RegoValue> whole) {
        if (!(value instanceof RegoObject object)) {
            return;
        }
        for (String key : keys(object)) {
            List<String> at = Stream.concat(path.stream(), Stream.of(key)).toList();
            if (footprint.reads(at.toArray(String[]::new))) {
                change(object.get(key), at, below -> whole.apply(with(object, key, below)));
            } else {
                compare(at, whole.apply(with(object, key, null)));
                INSTEAD.forEach(other -> compare(at, whole.apply(with(object, key, other))));
            }
        }
    }

    private static List<String> keys(RegoObject object) {
        List<String> keys = new ArrayList<>(List.of(UNHEARD_OF));
        object.forEach((key, value) -> {
            if (key instanceof RegoString text) {
                keys.add(text.text());
            }
        });
        return keys;
    }

    private static RegoObject with(RegoObject object, String key, @Nullable RegoValue value) {
        EntryObject changed = RegoObject.growing();
        object.forEach((known, held) -> {
            if (!known.equals(RegoString.of(key))) {
                changed.put(known, held);
            }
        });
        return (value == null ? changed : changed.put(key, value)).sealed();
    }

    private void compare(List<String> at, RegoValue changed) {
        comparisons++;
        assertThat(text(ask.apply(changed)))
                .as("%s reads %s, and %s changed: %s", name, footprint, at, changed)
                .isEqualTo(expected);
    }

    private static String text(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Defined defined -> RegoJson.write(defined.value());
            case Outcome.Undefined _ -> "undefined";
            case Outcome.Failed failed -> failed.kind() + " " + failed.message() + " " + failed.position();
        };
    }
}
