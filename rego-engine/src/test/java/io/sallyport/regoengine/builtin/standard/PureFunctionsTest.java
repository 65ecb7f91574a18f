package io.sallyport.regoengine.builtin.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.BuiltinFunction;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.builtin.Matchers;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.time.InstantSource;
import java.util.Collections;
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
            delimiterString = " | ",
            quoteCharacter = '\0',
            value = {
                "plus | [0.1, 0.2] | 0.3",
                "plus | [1234567.5, 1] | 1.2345685e+06",
                "plus | [0.00001, 0] | 1e-05",
                "sprintf | [\"%v %v %d %x %5d|%-5s|%05.1f|%q\", [1234567.5, {\"a\": [1, \"x\"]}, 12, 255, 7, \"ab\", 3.14159, \"q\\\"\"]] | \"1.2345675e+06 {\\\"a\\\": [1, \\\"x\\\"]} 12 ff     7|ab   |003.1|\\\"q\\\\\\\"\\\"\"",
                "sprintf | [\"%e|%g|%t|%c|%U\", [1234.5, 0.1, true, 65, 65]] | \"1.234500e+03|0.1|%!t(string=true)|A|U+0041\"",
                "sprintf | [\"%d %s %d\", [\"x\", 5, 1.5]] | \"%!d(string=x) %!s(int64=5) %!d(float64=1.5)\"",
                "sprintf | [\"%d\", []] | \"%!d(MISSING)\"",
                "sprintf | [\"%d\", [1, 2]] | \"1%!(EXTRA int64=2)\"",
                "sprintf | [\"%\", [1]] | \"%!(NOVERB)%!(EXTRA int64=1)\"",
                "sprintf | [\"%.2s|%6.2f|%+d|% d|%#x|%08b|%o\", [\"abc\", 2.345, 3, 4, 255, 5, 8]] | \"ab|  2.35|+3| 4|0xff|00000101|10\"",
                "sprintf | [\"%.3v|%v|%T\", [1.23456, -0.0, 1]] | \"1.23|-0|int64\"",
                "sprintf | [\"%-08d/%3c/%5t/%%\", [42, 66, true]] | \"42      /  B/%!t(string= true)/%\"",
                "sprintf | [\"%f %G %E\", [1, 1.5, 1.5]] | \"%!f(int64=1) 1.5 1.500000E+00\"",
                "sprintf | [\"%5.1d|%.0f\", [3, 2.5]] | \"    3|2\"",
                "json.marshal | [{\"a<b>&\": [1.0, 2e3]}] | \"{\\\"a\\\\u003cb\\\\u003e\\\\u0026\\\":[1.0,2e3]}\"",
                "json.unmarshal | [\"[1]\"] | [1]",
                "json.filter | [{\"a\": {\"b\": 1, \"c\": 2}, \"d\": [5, 6]}, [\"a/b\", \"d/1\"]] | {\"a\":{\"b\":1},\"d\":[6]}",
                "json.remove | [{\"a\": {\"b\": 1, \"c\": 2}}, [\"a/b\"]] | {\"a\":{\"c\":2}}",
                "json.patch | [{\"a\": [1, 3]}, [{\"op\": \"add\", \"path\": \"/a/1\", \"value\": 2}, {\"op\": \"remove\", \"path\": \"/a/0\"}]] | {\"a\":[2,3]}",
                "json.patch | [{\"a\": 1}, [{\"op\": \"move\", \"from\": \"/a\", \"path\": \"/b\"}]] | {\"b\":1}",
                "json.patch | [[1], [{\"op\": \"add\", \"path\": \"/-\", \"value\": 2}]] | [1,2]",
                "walk | [{\"a\": 1}] | [[[],{\"a\":1}],[[\"a\"],1]]",
                "base64url.decode | [\"YQ\"] | \"a\"",
                "hex.decode | [\"6869\"] | \"hi\"",
                "urlquery.encode | [\"a b/é\"] | \"a+b%2F%C3%A9\"",
                "urlquery.decode_object | [\"a=1&b&a=2\"] | {\"a\":[\"1\",\"2\"],\"b\":[\"\"]}",
                "crypto.sha256 | [\"a\"] | \"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb\"",
                "numbers.range | [3, 1] | [3,2,1]",
                "numbers.range_step | [0, 10, 4] | [0,4,8]",
                "bits.lsh | [1, 70] | 1180591620717411303424",
                "bits.rsh | [-5, 1] | -3",
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
                "ceil | [-0.5] | 1",
                "floor | [-0.5] | 0",
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
            delimiterString = " | ",
            quoteCharacter = '\0',
            value = {
                "div | [1, 0.0] | divide by zero",
                "rem | [1, 0] | modulo by zero",
                "rem | [1.5, 1] | modulo on floating-point number",
                "indexof | [\"a\", \"\"] | empty search character",
                "substring | [\"a\", -1, 1] | negative offset",
                "to_number | [\"0x1\"] | invalid syntax",
                "to_number | [\" 1\"] | invalid syntax",
                "to_number | [\"-inf\"] | valid number string",
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
    void aHugeRangeStopsAtTheLimitBeforeItIsMade() {
        assertThatThrownBy(() -> call("numbers.range", (RegoArray) RegoJson.valueOf("[1, 1000000000000000000000]")))
                .isInstanceOf(LimitExceeded.class);
    }

    @Test
    void aHugeWidthStopsAtTheLimitBeforeItIsFilled() {
        String format = "%1000000d".repeat(20);
        RegoArray arguments = RegoArray.of(Collections.nCopies(20, RegoJson.valueOf("1")));
        RegoValue text = RegoString.of(format);
        assertThatThrownBy(() -> call("sprintf", RegoArray.of(text, arguments))).isInstanceOf(LimitExceeded.class);
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
        Builtin builtin =
                java.util.Objects.requireNonNull(StandardBuiltins.all().find(name), name);
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
