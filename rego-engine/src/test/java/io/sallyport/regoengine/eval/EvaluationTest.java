package io.sallyport.regoengine.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.run.Limits;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code plans/access.rego}; the answers are those of {@code opa eval}, OPA 1.22.2. */
@ParameterizedClass
@EnumSource(names = {"NEVER", "AT_LOAD"})
class EvaluationTest {
    private final Program program;

    EvaluationTest(ToBytecode when) {
        program = Plans.load("access", when);
        assertThat(program.isCompiled()).isEqualTo(when == ToBytecode.AT_LOAD);
    }

    private static final String DATA = "{\"admin\":\"root\",\"users\":[\"bob\"]}";

    private @Nullable String ask(String rule, String input) {
        return Plans.ask(program, "access/" + rule, input, DATA, Limits.DEFAULT);
    }

    @Test
    void allowsByAnyOfTheRules() {
        assertThat(ask("allow", "{\"roles\":[\"dev\",\"root\"]}")).isEqualTo("true");
        assertThat(ask("allow", "{\"user\":\"bob\"}")).isEqualTo("true");
    }

    @Test
    void fallsBackToTheDefault() {
        assertThat(ask("allow", "{\"roles\":[\"dev\"]}")).isEqualTo("false");
        assertThat(ask("allow", "{}")).isEqualTo("false");
    }

    @Test
    void collectsASet() {
        assertThat(ask("deny", "{\"level\":4,\"user\":\"bob\"}")).isEqualTo("[\"level of bob\"]");
        assertThat(ask("deny", "{\"level\":3,\"user\":\"bob\"}")).isEqualTo("[]");
    }

    @Test
    void collectsAnObject() {
        assertThat(ask("by_name", "{\"map\":{\"x\":\"b\",\"y\":\"a\"}}")).isEqualTo("{\"x\":\"b\"}");
    }

    @Test
    void collectsSetsBelowKeys() {
        assertThat(ask("nested", "{\"nested\":{\"p\":[1,2,1],\"q\":[],\"r\":[3]}}"))
                .isEqualTo("{\"a\":{\"p\":[1,2],\"r\":[3]}}");
    }

    @Test
    void buildsLiterals() {
        assertThat(ask("literal", "{}")).isEqualTo("{\"a\":[1,null,true],\"b\":[1,2]}");
    }

    @Test
    void triesElseWhereTheFirstBodyIsUndefined() {
        assertThat(ask("all_heavy", "{\"list\":[5]}")).isEqualTo("true");
        assertThat(ask("all_heavy", "{\"list\":[5,2]}")).isNull();
        assertThat(ask("all_heavy", "{\"list\":[]}")).isEqualTo("true");
        assertThat(ask("all_heavy", "{\"list\":7}")).isNull();
    }

    @Test
    void replacesInputForAnExpression() {
        assertThat(ask("replaced", "{\"map\":{\"x\":\"b\"}}")).isEqualTo("{\"z\":\"y\"}");
        assertThat(ask("replaced_below", "{\"a\":{\"c\":1},\"d\":2}")).isEqualTo("{\"a\":{\"b\":3,\"c\":1},\"d\":2}");
        assertThat(ask("replaced_below", "{\"a\":7}")).isEqualTo("{\"a\":{\"b\":3}}");
    }

    @Test
    void replacesAFunction() {
        assertThat(ask("mocked", "{}")).isEqualTo("42");
    }

    @Test
    void callsTheRuleThatInputNames() {
        assertThat(ask("picked", "{\"table\":\"one\"}")).isEqualTo("1");
        assertThat(ask("picked", "{\"table\":\"two\"}")).isNull();
        assertThat(ask("picked", "{\"table\":\"two\",\"two\":true}")).isEqualTo("2");
        assertThat(ask("picked", "{\"table\":\"three\"}")).isNull();
        assertThat(ask("picked", "{\"table\":[1]}")).isNull();
    }

    @Test
    void comprehends() {
        assertThat(ask("squares", "{\"list\":[3,-2]}")).isEqualTo("[9,4]");
        assertThat(ask("index", "{\"list\":[\"b\",\"a\"]}")).isEqualTo("{\"a\":1,\"b\":0}");
        assertThat(ask("only", "{\"list\":[1,5,2,5]}")).isEqualTo("[5]");
    }

    @Test
    void failsOnTwoValues() {
        assertThat(ask("index", "{\"list\":[\"a\",\"a\"]}"))
                .isEqualTo("CONFLICT object keys must be unique at access.rego:52:10");
        assertThat(ask("two_values", "{\"list\":[1,2]}"))
                .startsWith("CONFLICT rule data.access.two_values produced conflicting values at access.rego:");
        assertThat(ask("two_values", "{\"list\":[1,1.0]}")).isEqualTo("1");
    }

    @Test
    void joinsRulesAndDataInAPackage() {
        String data = "{\"access\":{\"extra\":1,\"tables\":{\"zero\":0}},\"admin\":\"x\",\"users\":[]}";
        assertThat(Plans.ask(program, "access", "{\"list\":[1],\"map\":{}}", data, Limits.DEFAULT))
                .contains("\"extra\":1")
                .contains("\"tables\":{\"one\":1,\"zero\":0}")
                .contains("\"squares\":[1]");
    }
}
