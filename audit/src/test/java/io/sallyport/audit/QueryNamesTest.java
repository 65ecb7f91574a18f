package io.sallyport.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalQuery;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryNamesTest {
    private static List<String> of(String query) {
        return QueryNames.of(CanonicalQuery.parse(query));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "q=1&page=2 | page q",
                "b=1&a=2&b=3 | a b",
                "filter[id]=7&x-y.z=1 | filter[id] x-y.z",
                "filter%5Bid%5D=7 | filter%5Bid%5D",
                "a=b=c&d== | a d",
            })
    void namesAreSortedAndStandOnce(String query, String names) {
        assertThat(of(query)).containsExactly(names.split(" "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3cret",
                "a=1&s3cret",
                "=s3cret",
                "a=1&=s3cret",
                "s3cret;a=1",
                "a b+s3cret=1",
                "{\"s3cret\":1}",
                "a=s3cret&b",
                "<s3cret>=1",
            })
    void whatIsNoNameIsNotRecorded(String query) {
        assertThat(of(query).toString()).doesNotContain("s3cret");
    }

    @Test
    void aNameThatIsTooLongIsOneOfTheOthers() {
        assertThat(of("a".repeat(64) + "=1")).containsExactly("a".repeat(64));
        assertThat(of("a".repeat(65) + "=1&b=2")).containsExactly("*", "b");
    }

    @Test
    void moreNamesThanARecordHoldsAreOneOfTheOthers() {
        String query = IntStream.range(0, 5_000).mapToObj(i -> "n" + i + "=v").collect(Collectors.joining("&"));
        assertThat(of(query)).hasSize(QueryNames.MAX_NAMES).contains("*", "n0").doesNotContain("n4000");
    }

    @Test
    void aRequestWithoutAQueryHasNoNames() {
        assertThat(QueryNames.of(CanonicalQuery.NONE)).isEmpty();
        assertThat(of("")).isEmpty();
    }
}
