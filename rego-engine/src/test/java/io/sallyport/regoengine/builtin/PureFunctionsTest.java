package io.sallyport.regoengine.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import java.time.InstantSource;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that OPA 1.22.2 gives to the same calls. */
class PureFunctionsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plus | [0.1, 0.2] | 0.3",
                "plus | [9223372036854775807, 1] | 9223372036854775808",
                "plus | [1.0, 1] | 2",
                "plus | [1e2, 0] | 100",
                "plus | [123456789012345678901234567890.5, 1] | 123456789012345678900000000000",
                "plus | [100000000000000000000000000001, 1] | 100000000000000000000000000002",
                "minus | [1, 2] | -1",
                "mul | [2, 1.5] | 3",
                "div | [1, 3] | 0.33333333333333333334",
                "div | [10, 4] | 2.5",
                "rem | [5, 3] | 2",
                "rem | [-5, 3] | -2",
                "abs | [-1.50] | 1.5",
                "round | [2.5] | 3",
                "round | [-2.5] | -3",
                "ceil | [-0.5] | 0",
                "floor | [-0.5] | -1",
                "sum | [[0.1, 0.2, 0.3]] | 0.6",
                "product | [[2, 0.5]] | 1",
                "max | [[1, \"a\", null]] | \"a\"",
                "count | [\"a\uD83D\uDE00\"] | 2",
                "sort | [[3, 1, 2]] | [1,2,3]",
                "indexof | [\"a\uD83D\uDE00b\", \"b\"] | 2",
                "indexof_n | [\"aaa\", \"aa\"] | [0,1]",
                "substring | [\"abc\", 1, -1] | \"bc\"",
                "split | [\"a.b\", \".\"] | [\"a\",\"b\"]",
                "split | [\"\", \"\"] | []",
                "strings.split_n | [\"a.b.c\", \".\", -1] | [\"c\"]",
                "strings.replace_n | [{\"<\": \"&lt;\", \"&\": \"+\"}, \"<&\"] | \"&lt;+\"",
                "replace | [\"ab\", \"\", \"-\"] | \"-a-b-\"",
                "trim | [\"xxaxx\", \"x\"] | \"a\"",
                "trim_space | [\" a\\t\"] | \"a\"",
                "format_int | [-15.9, 16] | \"-f\"",
                "concat | [\",\", [\"a\", \"b\"]] | \"a,b\"",
                "array.slice | [[1, 2, 3], -1, 2] | [1,2]",
                "array.slice | [[1, 2, 3], 2, 1] | []",
                "object.get | [{\"a\": [{\"b\": 1}]}, [\"a\", 0, \"b\"], 2] | 1",
                "object.get | [{\"a\": 1}, \"b\", 2] | 2",
                "object.union_n | [[{\"a\": {\"b\": 2}}, {\"a\": 4}, {\"a\": {\"c\": 3}}]] | {\"a\":{\"c\":3}}",
                "object.remove | [{\"a\": 1, \"b\": 2}, [\"a\"]] | {\"b\":2}",
                "object.subset | [[1, 2, 3], [2, 3]] | true",
                "internal.member_2 | [1, {\"a\": 1}] | true",
                "internal.member_3 | [0, \"a\", [\"a\"]] | true",
                "to_number | [\"1e3\"] | 1e3",
                "type_name | [[]] | \"array\""
            })
    void answersAsOpaDoes(String name, String operands, String expected) {
        assertThat(String.valueOf(call(name, (RegoArray) RegoJson.valueOf(operands))))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "div | [1, 0.0] | divide by zero",
                "rem | [1, 0] | modulo by zero",
                "rem | [1.5, 1] | modulo on floating-point number",
                "indexof | [\"a\", \"\"] | empty search character",
                "substring | [\"a\", -1, 1] | negative offset",
                "to_number | [\"0x1\"] | valid number string",
                "to_number | [\" 1\"] | valid number string",
                "lower | [1] | operand 1 must be string but got number",
                "minus | [1, [2]] | operand 2 must be number but got array"
            })
    void failsAsOpaDoes(String name, String operands, String message) {
        assertThatThrownBy(() -> call(name, (RegoArray) RegoJson.valueOf(operands)))
                .isInstanceOf(BuiltinError.class)
                .hasMessageContaining(message);
    }

    @Test
    void setsSubtractAndMeet() {
        RegoValue abc = RegoSet.of(RegoJson.valueOf("1"), RegoJson.valueOf("2"));
        RegoValue bcd = RegoSet.of(RegoJson.valueOf("2"), RegoJson.valueOf("3"));
        assertThat(String.valueOf(call("minus", RegoArray.of(abc, bcd)))).isEqualTo("[1]");
        assertThat(String.valueOf(call("and", RegoArray.of(abc, bcd)))).isEqualTo("[2]");
        assertThat(String.valueOf(call("or", RegoArray.of(abc, bcd)))).isEqualTo("[1,2,3]");
    }

    @Test
    void aProductThatGrowsWithoutEndStopsAtTheLimit() {
        RegoValue[] factors = new RegoValue[100_000];
        java.util.Arrays.fill(factors, RegoJson.valueOf("9223372036854775807"));
        assertThatThrownBy(() -> call("product", RegoArray.of(RegoArray.of(factors))))
                .isInstanceOf(LimitExceeded.class);
    }

    private static @Nullable RegoValue call(String name, RegoArray operands) {
        BuiltinContext context = new BuiltinContext(
                new Fuel(1_000_000, 10_000_000),
                EvalClock.of(InstantSource.system(), new Random(1)),
                new Matchers(Set.of()));
        Builtin builtin = java.util.Objects.requireNonNull(Builtins.standard().find(name), name);
        return switch (builtin.function()) {
            case BuiltinFunction.Nullary body -> body.call(context);
            case BuiltinFunction.Unary body -> body.call(context, operands.get(0));
            case BuiltinFunction.Binary body -> body.call(context, operands.get(0), operands.get(1));
            case BuiltinFunction.Ternary body -> body.call(context, operands.get(0), operands.get(1), operands.get(2));
            case BuiltinFunction.Variadic body -> {
                RegoValue[] all = new RegoValue[operands.size()];
                for (int i = 0; i < all.length; i++) {
                    all[i] = operands.get(i);
                }
                yield body.call(context, all);
            }
        };
    }
}
