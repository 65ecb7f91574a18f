package io.sallyport.regoengine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinFunction;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.Matchers;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TotalBuiltinsTest {
    private static final List<RegoValue> ANY = List.of(
            RegoNull.NULL,
            RegoBoolean.TRUE,
            RegoBoolean.FALSE,
            RegoNumber.of(-1),
            RegoNumber.parse("1e400"),
            RegoNumber.parse("0.5"),
            RegoString.of(""),
            RegoString.of("a"),
            RegoArray.of(),
            RegoArray.of(RegoNumber.of(1), RegoNull.NULL),
            RegoSet.of(RegoString.of("a"), RegoArray.of()),
            RegoJson.valueOf("{}"),
            RegoJson.valueOf("{\"a\": [1], \"b\": {\"c\": null}}"));

    static Set<String> names() {
        return TotalBuiltins.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void answersWhateverItIsGivenAndNeverAsksForTheMoment(String name) {
        Builtin builtin = Objects.requireNonNull(StandardBuiltins.all().find(name));
        var clock = EvalClock.of(InstantSource.fixed(Instant.EPOCH), new Random(1));
        var context = new BuiltinContext(new Fuel(1_000_000, 1 << 20), clock, new Matchers(Set.of()));
        for (RegoValue a : ANY) {
            for (RegoValue b : ANY) {
                for (RegoValue c : ANY) {
                    assertThat(answer(builtin, context, a, b, c))
                            .as("%s of %s, %s, %s", name, a, b, c)
                            .isNotNull();
                }
            }
        }
        assertThat(context.usedMoment()).isFalse();
    }

    private static Object answer(Builtin builtin, BuiltinContext context, RegoValue a, RegoValue b, RegoValue c) {
        RegoValue answer = switch (builtin.function()) {
            case BuiltinFunction.Unary body -> body.call(context, a);
            case BuiltinFunction.Binary body -> body.call(context, a, b);
            case BuiltinFunction.Ternary body -> body.call(context, a, b, c);
            default -> throw new AssertionError("of another number of operands: " + builtin.name());
        };
        return Objects.requireNonNull(answer);
    }
}
