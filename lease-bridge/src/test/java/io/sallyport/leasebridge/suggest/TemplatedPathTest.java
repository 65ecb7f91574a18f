package io.sallyport.leasebridge.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.text.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplatedPathTest {
    @ParameterizedTest
    @CsvSource({
        "/repos/acme/x/pulls/17/files, /repos/acme/x/pulls/{number}/files",
        "/v1/jobs/0b3ea3a8-6a4e-4f3e-9f0e-2f6f0f1b1c1d/, /v1/jobs/{uuid}/",
        "/commits/3f786850e387550fdab836ed7e6dc881de23001b, /commits/{hex}",
        "/commits/3f78685, /commits/{hex}",
        "/days/2026-11-27/x, /days/{date}/x",
        "/files/d41d8cd98f00b204E9800998ecf8427e, /files/{id}",
        "/o/file-BGrGLzeDSBd1bFuJbFnYbA2w, /o/{id}"
    })
    void aSegmentThatNamesOneOfManyIsAVariable(String path, String template) {
        assertThat(template(path).text()).isEqualTo(template);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/v1/models/gpt-4o",
                "/defaced/facade/decade",
                "/a/",
                "/x/1.2.3/2026-1-2",
                "/internationalisation-of-documents",
                "/%7Bnumber%7D"
            })
    void wordsVersionsAndEscapesStayAsTheyAre(String path) {
        assertThat(template(path).text()).isEqualTo(path);
    }

    @Test
    void aPathCannotLookLikeATemplate() {
        assertThat(template("/{number}")).isNotEqualTo(template("/17"));
    }

    private static TemplatedPath template(String path) {
        return switch (CanonicalPath.parse(path)) {
            case Parsed.Accepted(CanonicalPath read) -> TemplatedPath.of(read);
            case Parsed.Rejected(String why, int _) -> throw new AssertionError(why);
        };
    }
}
