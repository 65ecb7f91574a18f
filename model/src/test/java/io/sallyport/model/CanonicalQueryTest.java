package io.sallyport.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CanonicalQueryTest {
    @Test
    void parametersAreDecodedOnce() {
        assertThat(CanonicalQuery.parse("a=1&b=x+y%20z&a=%2531&%C3%A9=%26").parameters())
                .isEqualTo(Map.of("a", List.of("1", "%31"), "b", List.of("x y z"), "é", List.of("&")));
    }

    @Test
    void orderIsKept() {
        assertThat(CanonicalQuery.parse("z=1&a=2&m=3").parameters())
                .containsOnlyKeys("z", "a", "m")
                .extractingByKey("z")
                .isEqualTo(List.of("1"));
        assertThat(List.copyOf(parametersOf("z=1&a=2&m=3").keySet())).containsExactly("z", "a", "m");
    }

    @Test
    void aNameAloneHasTheEmptyValue() {
        assertThat(CanonicalQuery.parse("tag").parameters())
                .isEqualTo(CanonicalQuery.parse("tag=").parameters());
        assertThat(CanonicalQuery.parse("=x").parameters()).isEqualTo(Map.of("", List.of("x")));
        assertThat(CanonicalQuery.parse("a=b=c").parameters()).isEqualTo(Map.of("a", List.of("b=c")));
    }

    @Test
    void nothingBetweenAmpersandsIsNoParameter() {
        assertThat(CanonicalQuery.parse("").parameters()).isEmpty();
        assertThat(CanonicalQuery.parse("&&a=1&").parameters()).isEqualTo(Map.of("a", List.of("1")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a=%",
                "a=%4",
                "a=%zz",
                "%zz=1",
                "a=%c3",
                "a=%c0%af",
                "a=%ed%a0%80",
                "a=1;b=2",
                "a=é",
                "ok=1&a=%ff"
            })
    void whatCannotBeReadHasNoParameters(String raw) {
        assertThat(CanonicalQuery.parse(raw).parameters()).isNull();
        assertThat(CanonicalQuery.parse(raw).text()).isEqualTo(raw);
    }

    @Test
    void theNumberOfParametersIsBounded() {
        String most = IntStream.range(0, 256).mapToObj(i -> "p" + i + "=1").collect(Collectors.joining("&"));
        assertThat(CanonicalQuery.parse(most).parameters()).hasSize(256);
        assertThat(CanonicalQuery.parse(most + "&x").parameters()).isNull();
    }

    @Test
    void noQueryIsNotTheEmptyQuery() {
        assertThat(CanonicalQuery.NONE).isNotEqualTo(CanonicalQuery.parse(""));
        assertThat(CanonicalQuery.NONE.parameters()).isEmpty();
        assertThat(CanonicalQuery.NONE.toString()).isEmpty();
        assertThat(CanonicalQuery.parse("").toString()).isEqualTo("?");
    }

    private static Map<String, List<String>> parametersOf(String raw) {
        Map<String, List<String>> parameters = CanonicalQuery.parse(raw).parameters();
        assertThat(parameters).isNotNull();
        return parameters == null ? Map.of() : parameters;
    }
}
