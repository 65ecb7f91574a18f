package io.sallyport.regoengine.eval;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.builtin.Builtins;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTest {
    @Test
    void namesTheBuiltinThatIsNotThereAndWhereItIsCalled() {
        assertThat(Program.load(Plans.json("access"), Builtins.of(List.of())))
                .isInstanceOfSatisfying(
                        LoadedProgram.Refused.class,
                        refused -> assertThat(refused.errors())
                                .extracting(LoadError::toString)
                                .contains(
                                        "access.rego:10:10: unknown_builtin: there is no function internal.member_2 in this engine"));
    }

    @Test
    void listsItsEntrypoints() {
        assertThat(Plans.load("access", ToBytecode.NEVER).entrypoints())
                .contains("access", "access/allow", "access/deny");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"static\":{}}",
                "{\"static\":{},\"plans\":{\"plans\":[{\"name\":\"x\",\"blocks\":[{\"stmts\":[{\"type\":\"JumpStmt\",\"stmt\":"
                        + "{\"file\":0,\"row\":1,\"col\":1}}]}]}]}}",
                "{\"static\":{},\"plans\":{\"plans\":[{\"name\":\"x\",\"blocks\":[{\"stmts\":[{\"type\":\"MakeNullStmt\",\"stmt\":"
                        + "{\"file\":0,\"row\":1,\"col\":1,\"target\":999999}}]}]}]}}"
            })
    void refusesWhatIsNoPlan(String json) {
        assertThat(Program.load(json.getBytes(UTF_8)))
                .isInstanceOfSatisfying(
                        LoadedProgram.Refused.class,
                        refused -> assertThat(refused.errors())
                                .extracting(LoadError::code)
                                .containsOnly("malformed_plan"));
    }
}
