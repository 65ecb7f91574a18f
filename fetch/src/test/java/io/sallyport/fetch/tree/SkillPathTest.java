package io.sallyport.fetch.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.text.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SkillPathTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/etc/passwd",
                "a//b",
                "a/",
                ".",
                "..",
                "a/../b",
                "./a",
                "a/./b",
                ".git/config",
                "a/.GIT/hooks/x",
                "a\\b",
                "a\u0000b",
                "a\nb",
                "a\u007fb",
                "a\u0085b",
                "\uD800"
            })
    void whatCouldLieElsewhereIsNoPath(String text) {
        assertThat(SkillPath.parse(text)).isInstanceOf(Parsed.Rejected.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SKILL.md",
                "a b/c%d",
                "c#",
                "what?",
                "c++/x",
                "ünïcode/文",
                ".github/x",
                "...",
                "report.tmp.1",
                "a:b"
            })
    void oddNamesAreNames(String text) {
        assertThat(SkillPath.parse(text)).isEqualTo(new Parsed.Accepted<>(new SkillPath(text)));
    }

    @Test
    void depthAndLengthAreBounded() {
        assertThat(SkillPath.parse("d/".repeat(31) + "f")).isInstanceOf(Parsed.Accepted.class);
        assertThat(SkillPath.parse("d/".repeat(32) + "f")).isInstanceOf(Parsed.Rejected.class);
        assertThat(SkillPath.parse("x".repeat(255))).isInstanceOf(Parsed.Accepted.class);
        assertThat(SkillPath.parse("ü".repeat(128))).isInstanceOf(Parsed.Rejected.class);
    }

    @Test
    void aFileStandsOnceAndIsNoDirectory() {
        PathSet set = new PathSet();
        assertThat(set.add(new SkillPath("a/b"))).isEqualTo(new PathSet.Added());
        assertThat(set.add(new SkillPath("a/b"))).isEqualTo(new PathSet.Clash("a file that is named twice"));
        var directory = new PathSet.Clash("a file that is a directory too");
        assertThat(set.add(new SkillPath("a"))).isEqualTo(directory);
        assertThat(set.add(new SkillPath("a/b/c"))).isEqualTo(directory);
        assertThat(set.size()).isEqualTo(1);
    }
}
