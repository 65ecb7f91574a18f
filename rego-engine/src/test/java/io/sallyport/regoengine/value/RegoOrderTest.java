package io.sallyport.regoengine.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The order of values, checked against what OPA 1.22.2 answers for {@code sort} and the comparison operators. */
class RegoOrderTest {
    /** In order, each smaller than the next. */
    private static final List<RegoValue> ASCENDING = List.of(
            RegoNull.NULL,
            RegoBoolean.FALSE,
            RegoBoolean.TRUE,
            json("-1e400"),
            json("-9223372036854775809"),
            RegoNumber.of(Long.MIN_VALUE),
            json("-0.5"),
            json("0"),
            json("1e-400"),
            json("0.1"),
            json("1"),
            json("1.0000000000000000000000000001"),
            RegoNumber.of(Long.MAX_VALUE),
            RegoNumber.of(BigInteger.ONE.shiftLeft(63)),
            json("1e400"),
            json("\"\""),
            json("\"a\""),
            json("\"aa\""),
            json("\"b\""),
            json("\"\uFF01\""),
            json("\"\uD83D\uDE00\""),
            json("[]"),
            json("[1]"),
            json("[1,2]"),
            json("[2]"),
            json("{}"),
            json("{\"a\":1}"),
            json("{\"a\":1,\"b\":1}"),
            json("{\"a\":2}"),
            json("{\"b\":0}"),
            RegoSet.EMPTY,
            RegoSet.of(json("1")),
            RegoSet.of(json("1"), json("2")),
            RegoSet.of(json("2")));

    private static RegoValue json(String text) {
        return RegoJson.valueOf(text);
    }

    @Test
    void putsEveryValueBeforeTheNext() {
        for (int i = 0; i < ASCENDING.size(); i++) {
            for (int j = 0; j < ASCENDING.size(); j++) {
                RegoValue a = ASCENDING.get(i);
                RegoValue b = ASCENDING.get(j);
                assertThat(Integer.signum(a.compareTo(b))).as("%s to %s", a, b).isEqualTo(Integer.compare(i, j));
                assertThat(a.equals(b)).as("%s equals %s", a, b).isEqualTo(i == j);
            }
        }
    }

    @Test
    void sortsAnyShuffleIntoTheSameOrder() {
        List<RegoValue> shuffled = new ArrayList<>(ASCENDING);
        Collections.shuffle(shuffled, new Random(1));
        RegoSet set = RegoSet.of(shuffled);
        for (int i = 0; i < ASCENDING.size(); i++) {
            assertThat(set.at(i)).isEqualTo(ASCENDING.get(i));
        }
    }

    @Test
    void takesNumbersWrittenDifferentlyAsOne() {
        List<String> ones = List.of("1", "1.0", "1.00", "10e-1", "1E0", "0.1e+1");
        for (String text : ones) {
            assertThat(json(text)).isEqualTo(json("1")).hasSameHashCodeAs(json("1"));
            assertThat(json(text)).hasToString(text);
        }
        assertThat(json("-0")).isEqualTo(json("0")).hasSameHashCodeAs(json("0"));
        assertThat(RegoSet.of(json("1"), json("1.0")).size()).isEqualTo(1);
    }

    @Test
    void keepsIntegersBeyondDoublesApart() {
        RegoValue a = json("9007199254740993");
        RegoValue b = json("9007199254740992");
        assertThat(a).isNotEqualTo(b);
        assertThat(json("100000000000000000001")).isNotEqualTo(json("100000000000000000000"));
    }
}
