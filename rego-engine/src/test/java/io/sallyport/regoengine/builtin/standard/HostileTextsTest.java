package io.sallyport.regoengine.builtin.standard;

import static java.util.Objects.requireNonNull;
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
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens and YAML from a sandbox reach a limit, and functions that read the clock report it. */
class HostileTextsTest {
    private static final String SECRET = "{\"kty\":\"oct\",\"k\":\"c2VjcmV0\"}";

    private final BuiltinContext context = new BuiltinContext(
            new Fuel(100_000, 8 << 20),
            EvalClock.of(InstantSource.fixed(Instant.ofEpochSecond(100)), new Random(1)),
            new Matchers(Set.of()));

    @Test
    void aliasesThatMultiplyEndAtTheBound() {
        StringBuilder yaml = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 9; i++) {
            String inner = ("*a" + (i - 1) + ", ").repeat(10);
            yaml.append("a%d: &a%d [%s]\n".formatted(i, i, inner.substring(0, inner.length() - 2)));
        }
        assertThatThrownBy(() -> call("yaml.unmarshal", text(yaml.toString()))).isInstanceOf(LimitExceeded.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "[\n", "{a: ", "- ", "? "})
    void collectionsWithinEachOtherAreRefusedBeforeTheyFillTheStack(String opening) {
        assertThatThrownBy(() -> call("yaml.unmarshal", text(opening.repeat(3000))))
                .isInstanceOf(BuiltinError.class)
                .hasMessageContaining("within each other");
    }

    @Test
    void digitsThatNoNumberHasAreWrittenWithoutBeingWorkedOut() {
        String text = ((RegoString) requireNonNull(call("sprintf", text("%.300000f"), json("[5e-324]")))).text();
        assertThat(text).hasSize(300_002).startsWith("0.0000").endsWith("0".repeat(298_926));
        assertThat(text.substring(0, 1076)).endsWith("5625");
        assertThatThrownBy(() -> call("sprintf", text("%.1000000e"), json("[1.5]")))
                .isInstanceOf(LimitExceeded.class);
    }

    @Test
    void aliasOfItselfIsRefused() {
        assertThatThrownBy(() -> call("yaml.unmarshal", text("a: &a [*a]")))
                .isInstanceOfAny(BuiltinError.class, LimitExceeded.class);
    }

    @Test
    void tokensAreCheckedOnlyAsOftenAsTheBoundAllows() {
        RegoValue token = signed("{\"alg\":\"HS256\"}", "{}");
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1000; i++) {
                        call("io.jwt.verify_hs256", token, text("secret"));
                    }
                })
                .isInstanceOf(LimitExceeded.class);
    }

    @Test
    void aTokenWithoutAlgorithmOrWithNoneIsNotVerified() {
        for (String header : new String[] {"{\"alg\":\"none\"}", "{\"typ\":\"JWT\"}"}) {
            RegoValue token = text(base64(header) + "." + base64("{}") + ".");
            assertThat(call("io.jwt.decode_verify", token, json("{\"secret\":\"secret\",\"time\":1}")))
                    .hasToString("[false,{},{}]");
        }
    }

    @Test
    void aPublicKeyIsNeverTakenForASecret() {
        String key = "{\"kty\":\"RSA\",\"n\":\"%s\",\"e\":\"AQAB\"}".formatted("9".repeat(342));
        RegoValue token = signed("{\"alg\":\"HS256\"}", "{}");
        RegoValue constraints = json("{\"time\":1,\"cert\":" + RegoJson.write(text(key)) + "}");
        assertThat(call("io.jwt.decode_verify", token, constraints)).hasToString("[false,{},{}]");
    }

    @Test
    void checkingATokenAgainstTheClockSaysSo() {
        RegoValue token = signed("{\"alg\":\"HS256\"}", "{\"exp\":101}");
        call("io.jwt.decode_verify", token, json("{\"secret\":\"secret\",\"time\":1}"));
        assertThat(context.usedMoment()).isFalse();
        assertThat(call("io.jwt.decode_verify", token, json("{\"secret\":\"secret\"}")))
                .hasToString("[true,{\"alg\":\"HS256\"},{\"exp\":101}]");
        assertThat(context.usedMoment()).isTrue();
    }

    @Test
    void anEndlessUrlIsPaidFor() {
        assertThatThrownBy(() -> call("uri.parse", text("http://a/" + "b".repeat(4 << 20))))
                .isInstanceOf(LimitExceeded.class);
    }

    private RegoValue signed(String header, String payload) {
        return requireNonNull(call("io.jwt.encode_sign_raw", text(header), text(payload), text(SECRET)));
    }

    private static String base64(String text) {
        return java.util.Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private static RegoString text(String text) {
        return RegoString.of(text);
    }

    private static RegoValue json(String text) {
        return RegoJson.valueOf(text);
    }

    private @Nullable RegoValue call(String name, RegoValue... operands) {
        Builtin builtin = requireNonNull(StandardBuiltins.all().find(name), name);
        return switch (builtin.function()) {
            case BuiltinFunction.Unary body -> body.call(context, operands[0]);
            case BuiltinFunction.Binary body -> body.call(context, operands[0], operands[1]);
            case BuiltinFunction.Ternary body -> body.call(context, operands[0], operands[1], operands[2]);
            case BuiltinFunction.Nullary _, BuiltinFunction.Variadic _ -> RegoBoolean.FALSE;
        };
    }
}
