package io.sallyport.cli.policy.lsp;

import java.util.List;
import org.eclipse.lsp4j.PositionEncodingKind;
import org.jspecify.annotations.Nullable;

/** What a client counts in a line (LSP 3.17, PositionEncodingKind). */
enum PositionUnit {
    UTF_8(PositionEncodingKind.UTF8),
    UTF_16(PositionEncodingKind.UTF16);

    private final String word;

    PositionUnit(String word) {
        this.word = word;
    }

    /** Returns the word of the protocol. */
    String word() {
        return word;
    }

    /** Returns the first unit of those offered that is known here; UTF-16 if none is, as the protocol says. */
    static PositionUnit negotiated(@Nullable List<String> offered) {
        for (String word : offered == null ? List.<String>of() : offered) {
            for (PositionUnit unit : values()) {
                if (unit.word.equals(word)) {
                    return unit;
                }
            }
        }
        return UTF_16;
    }

    /** Returns the units before the character at {@code offset}. */
    int unitsBefore(String line, int offset) {
        return switch (this) {
            case UTF_16 -> offset;
            case UTF_8 ->
                line.codePoints()
                        .limit(line.codePointCount(0, offset))
                        .map(PositionUnit::bytes)
                        .sum();
        };
    }

    /** Returns the offset of the character that begins at, or contains, the unit {@code units}; at most the length. */
    int offsetAt(String line, int units) {
        int offset = 0;
        int passed = 0;
        while (offset < line.length()) {
            int point = line.codePointAt(offset);
            int length = Character.charCount(point);
            passed += this == UTF_8 ? bytes(point) : length;
            if (passed > units) {
                return offset;
            }
            offset += length;
        }
        return offset;
    }

    private static int bytes(int point) {
        return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    }
}
