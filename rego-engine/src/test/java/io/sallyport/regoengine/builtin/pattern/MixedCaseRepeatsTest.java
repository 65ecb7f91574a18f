package io.sallyport.regoengine.builtin.pattern;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.regoengine.builtin.BuiltinError;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MixedCaseRepeatsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "A{2}|(?i:a{2}b)",
                "(?i:a{2}b)|A{2}",
                "A{2,2}x|(?i:a{2,2}b)",
                "[A]{2}|(?i:[a]{2}b)",
                "[A]{2}|[aA]{2}b",
                "xA{2}|x(?i:a{2}b)",
                "(?:A){2}|(?i:(?:a){2}b)",
                "\\x41{2}|(?i:a{2}b)",
                "\\QA\\E{2}|(?i:a{2}b)",
                "[\\x41]{2}|(?i:a{2}b)",
                "A{2}|((?i)a{2}b)",
                "(?i)a{2}b|(?-i:A{2})",
                "é{2}|(?i:É{2}b)"
            })
    void whatMayBeTakenForAnotherExpressionIsRefused(String source) {
        assertThatThrownBy(() -> Regex.compile(source)).isInstanceOf(BuiltinError.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(?i)a{2}|A{2}b",
                "A{2}|a{2}b",
                "(?i:token|key)[=:][A-Z0-9]{32}-[A-Z0-9]{32}",
                "(?i:token|key)\\d{4}-\\d{4}",
                "(?:A3T[A-Z0-9]|AKIA)[A-Z0-9]{16}",
                "A{2}|(?i:a{3}b)",
                "(?i:a{2}b)"
            })
    void whatPeopleWriteIsNot(String source) {
        assertThatCode(() -> Regex.compile(source)).doesNotThrowAnyException();
    }
}
