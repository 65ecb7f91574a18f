package io.sallyport.leasebridge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GlobTest {
    @ParameterizedTest
    @CsvSource({
        "PATH, /ws/**, /ws, true",
        "PATH, /ws/**, /ws/, true",
        "PATH, /ws/**, /ws/a/b, true",
        "PATH, /ws/**, /wsx, false",
        "PATH, /a/**/b, /a/b, true",
        "PATH, /a/**/b, /a/x/y/b, true",
        "PATH, /a/**/b, /ab, false",
        "PATH, /a/**/b, /a/xb, false",
        "PATH, /a/*, /a, false",
        "PATH, /a/*, /a/, false",
        "PATH, /a/*, /a/b/c, false",
        "PATH, /a/b*, /a/b, true",
        "PATH, /a/b*, /a/bc/d, false",
        "PATH, /*.css, /a.css, true",
        "PATH, /*.css, /a/b.css, false",
        "PATH, /a/**.csv, /a/b/c.csv, true",
        "PATH, /a/***.csv, /a/b/c.csv, true",
        "PATH, /a/****, /a, true",
        "PATH, **, /a, true",
        "PATH, **, a/b, true",
        "PATH, **/x, x, true",
        "PATH, **/x, /x, true",
        "PATH, **/x, /a/b/x, true",
        "PATH, **/x, /ax, false",
        "PATH, /**/x, /x, true",
        "PATH, /**/x, x, false",
        "PATH, /**, /, true",
        "PATH, /ws/a?c, /ws/abc, false",
        "PATH, /ws/[ab], /ws/[ab], true",
        "PATH, /ws/a.c, /ws/abc, false",
        "NAME, web.*, web.search, true",
        "NAME, web.*, web.search.advanced, false",
        "NAME, web.*, web, false",
        "NAME, web.**, web.search.advanced, true",
        "NAME, web.**, web, true",
        "NAME, web.**, website, false",
        "NAME, mcp:github/*, mcp:github/create_issue, true",
        "NAME, mcp:github/*, mcp:github/a.b, false",
        "NAME, *, a.b, false",
        "AGENT, pdf-renderer, pdf-renderer@1.2.0, false",
        "AGENT, pdf-renderer@*, pdf-renderer@1.2.0, true",
        "AGENT, pdf-renderer@*, pdf-renderer, false",
        "AGENT, pdf-renderer@*, pdf-renderer@, false",
        "AGENT, pdf-renderer@**, pdf-renderer, false",
        "AGENT, pdf-renderer@*, pdf-renderer-evil@1, false",
        "AGENT, pdf-renderer@1.*, pdf-renderer@10.0.0, false",
        "AGENT, pdf-renderer@1.*, pdf-renderer@1.2.0, true",
        "AGENT, *, a@1, false",
        "AGENT, pdf*, pdf-renderer@1, false",
        "AGENT, **, a@1, true",
        "AGENT, **, a, true",
        "MODEL, gpt-4*, gpt-4, true",
        "MODEL, gpt-4*, gpt-4.1-mini, true",
        "MODEL, gpt-4*, gpt-4/x, false",
        "MODEL, tier-fast/*, tier-fast/sonnet, true",
        "MODEL, tier-fast/*, tier-fast/a/b, false",
        "MODEL, tier-fast/*, tier-fast/, false",
        "MODEL, tier-fast/*, tier-fast/../tier-premium/x, false",
    })
    void eachKindHasItsOwnStars(PatternKind kind, String pattern, String target, boolean covered) {
        Glob glob = Glob.of(pattern, kind);
        assertThat(glob.matches(target, new ComparisonBudget())).isEqualTo(covered);
        assertThat(com.google.re2j.Pattern.matches(glob.re2(), target))
                .as(glob.re2())
                .isEqualTo(covered);
    }

    @Test
    void hostilePatternsTakeLinearWork() {
        String stars = "/" + "**a".repeat(60) + "b";
        String target = "/" + "a".repeat(4_095);
        assertThat(Glob.of(stars, PatternKind.PATH).matches(target, new ComparisonBudget()))
                .isFalse();
        assertThat(Glob.of("/**/a".repeat(60) + "/b", PatternKind.PATH)
                        .matches("/a".repeat(2_000) + "/c", new ComparisonBudget()))
                .isFalse();
        assertThat(Glob.of("*a".repeat(63) + "b", PatternKind.PATH).matches("a".repeat(4_096), new ComparisonBudget()))
                .isFalse();
    }
}
