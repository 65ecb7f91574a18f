package io.sallyport.leasebridge.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import io.sallyport.model.PathPattern;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.text.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyPathTest {
    private static boolean covers(String glob, String path) {
        if (!(PolicyPath.read(glob, PolicyDialect.STRICT)
                instanceof Parsed.Accepted<PathPattern>(PathPattern pattern))) {
            throw new AssertionError("cannot be read: " + glob);
        }
        boolean begins = pattern.literals().isEmpty()
                || path.equals(pattern.prefix())
                || path.startsWith(pattern.prefix() + "/");
        boolean rest = switch (pattern.rest()) {
            case PathPattern.Rest.Nothing _ -> path.equals(pattern.prefix());
            case PathPattern.Rest.Anything _ -> true;
            case PathPattern.Rest.Matching _ ->
                pattern.expressions().stream().allMatch(expression -> Pattern.matches(expression, path));
        };
        assertThat(begins || !rest)
                .as("%s of %s begins with %s", path, glob, pattern.prefix())
                .isTrue();
        return begins && rest;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            **              | / /a /a/b/                        |
            /v1/*           | /v1/a /v1/                        | /v1 /v1/a/ /v1/a/b
            /v1/**          | /v1/ /v1/a /v1/a/b/               | /v1 /v1x
            /**/x           | /x /a/x /a/b/x                    | /x/y
            **/x            | /x /a/x                           | /x/y
            /a/**/z         | /a/z /a/b/c/z                     | /a/bz
            /a**            | /a /abc                           | /a/b
            /a/**b          | /a/b /a/cb                        | /a/c/b
            /a?             | /ab                               | /a /a/
            /*              | / /a                              | /a/b
            /v[0-9]/x       | /v1/x                             | /vx/x /v/x /v12/x
            /a/[!a-c]       | /a/d /a/-                         | /a/b /a/ /a// /a/dd
            /a/[^a]         | /a/b                              | /a/a
            /a/[a-c-]z      | /a/bz /a/-z                       | /a/dz
            /a/[*?]         | /a/*                              | /a/b
            /a/[\\-x]        | /a/- /a/x                         | /a/y
            /a/{b,c/e}/d    | /a/b/d /a/c/e/d                   | /a/c/d /a/b/e/d
            /{a,b}/{c,d}    | /a/c /b/d                         | /a/a /c/d
            /{a,b/**}/c     | /a/c /b/c /b/x/y/c                | /b/x
            /a{,b,c*}       | /a /ab /acx                       | /ad /ac/x
            /{a}            | /a                                | /b
            /a/[,x]         | /a/,                              | /a/b
            {/a,/b/*}       | /a /b/x                           | /b
            /a/\\*           | /a/*                              | /a/b
            /a/\\b           | /a/b                              | /a/c
            """)
    void aPathIsCoveredAsTheTableSays(String glob, String covered, String other) {
        for (String path : covered.split(" ", -1)) {
            assertThat(covers(glob, path)).as("%s covers %s", glob, path).isTrue();
        }
        for (String path : other == null ? new String[0] : other.split(" ", -1)) {
            assertThat(covers(glob, path)).as("%s covers %s", glob, path).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "a",
                "/[",
                "/[]",
                "/[!]",
                "/[a",
                "/[z-a]",
                "/[a/]",
                "/[+-0]",
                "/{",
                "/{a",
                "/{a,{b}}",
                "/a}",
                "/a]",
                "/a\\",
                "/***",
                "{/a,b}",
                "/{a,../b}",
                "/[.][.]/a",
                "/a b",
                "/{a,b c}",
                "/a#"
            })
    void whatIsNoGlobOfACanonicalPathIsRefused(String glob) {
        assertThat(PolicyPath.read(glob, PolicyDialect.STRICT)).isInstanceOf(Parsed.Rejected.class);
    }

    @Test
    void alternativesAreBounded() {
        assertThat(PolicyPath.read("/{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", PolicyDialect.STRICT))
                .isInstanceOf(Parsed.Accepted.class);
        assertThat(PolicyPath.read("/{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", PolicyDialect.STRICT))
                .isInstanceOf(Parsed.Rejected.class);
        assertThat(PolicyPath.read("/" + "{a,b}".repeat(10_000), PolicyDialect.STRICT))
                .isInstanceOf(Parsed.Rejected.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            read_{a,b}   | read_a        | read_c
            [a-c]*       | b/x           | d
            [!a]         | /             | a
            \\*           | *             | a
            {a,b*}[0-9]  | bcd7          | a
            a.b          | a.b           | axb
            """)
    void textsHaveTheSameGlobsWithoutSeparator(String glob, String covered, String other) {
        assertThat(Pattern.matches(PolicyGlob.glob(glob), covered)).isTrue();
        assertThat(Pattern.matches(PolicyGlob.glob(glob), other)).isFalse();
    }
}
