package io.sallyport.apiservers.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.text.Parsed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileNameTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a.txt",
                "out/report.json",
                "a/b/c",
                "..a",
                "...",
                "a b",
                "\u00e4/\u00f6.txt",
                ".hidden",
                "@a"
            })
    void aPathBelowTheFolderIsAName(String text) {
        assertThat(FileName.parse(text).map(FileName::text)).isEqualTo(new Parsed.Accepted<>(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | an empty segment",
                "/etc/passwd | begins with a slash",
                "/ | begins with a slash",
                ". | the segment .",
                ".. | the segment ..",
                "../x | the segment ..",
                "a/../../x | the segment ..",
                "a/.. | the segment ..",
                "a/./b | the segment .",
                "a//b | an empty segment",
                "a/ | an empty segment",
                "-a | begins with -",
                "--directory=/ | begins with -",
                "a/-b | begins with -",
                "a\\b | a backslash",
                "..\\x | a backslash"
            })
    void whatLeadsElsewhereIsNone(String text, String why) {
        assertThat(fault(text)).contains(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "a\n", "\u001b[2J", "a\u007f", "a\u0085", "a\u2028b", "\ud800", "a\ufffd"})
    void whatALogOrASystemCallWouldReadOtherwiseIsNone(String text) {
        assertThat(fault(text)).contains("a control character");
    }

    @Test
    void itsLengthAndItsDepthAreBounded() {
        assertThat(fault("a".repeat(255))).isEmpty();
        assertThat(fault("a".repeat(256))).contains("255 bytes");
        assertThat(fault("\u00e4".repeat(128))).contains("255 bytes");
        String long5 =
                String.join("/", List.of("a".repeat(255), "b".repeat(255), "c".repeat(255), "d".repeat(255), "e"));
        assertThat(fault(long5)).contains("1024 bytes");
        assertThat(fault("a" + "/a".repeat(31))).isEmpty();
        assertThat(fault("a" + "/a".repeat(32))).contains("32 segments");
    }

    private static String fault(String text) {
        return switch (FileName.parse(text)) {
            case Parsed.Accepted(var _) -> "";
            case Parsed.Rejected(var why, int _) -> why;
        };
    }
}
