package io.sallyport.findings;

import io.sallyport.model.secret.FindingKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A compressed part of a text, in which something may stand. */
record Compressed(Form form) implements Sought {
    /** How it is compressed. */
    enum Form {
        GZIP("gzip"),
        ZSTD("zstd");

        private final String word;

        Form(String word) {
            this.word = word;
        }

        /** With each of these a part begins. */
        List<byte[]> anchors() {
            return switch (this) {
                case GZIP -> GzipMember.ANCHORS;
                case ZSTD -> ZstdFrame.ANCHORS;
            };
        }
    }

    /** How much of it is unpacked, in bytes. */
    static final int MAX_BYTES = 1024 * 1024;

    /** What it costs to begin, of work. */
    private static final int COST = 4 * 1024;

    /** How many bytes are read or unpacked for the work of looking at one. */
    private static final int BYTES_FOR_WORK = 4;

    @Override
    public FindingKind kind() {
        return FindingKind.TOKEN;
    }

    @Override
    public String name() {
        return form.word;
    }

    /** It is nothing that was looked for by itself. */
    @Override
    public @Nullable SecretSpan at(ScannedText text, int at) {
        return null;
    }

    /** Returns what the part that begins there unpacks to, as far as it is unpacked and the text has it. */
    UnpackedContent unpacked(ScannedText text, int at) {
        text.work().charge(COST);
        int most = BYTES_FOR_WORK * text.work().room(MAX_BYTES / BYTES_FOR_WORK);
        UnpackedContent content = switch (form) {
            case GZIP -> GzipMember.unpacked(text, at, most);
            case ZSTD -> ZstdFrame.unpacked(text, at, most);
        };
        text.work().charge((content.read() + content.bytes().length) / BYTES_FOR_WORK);
        return content;
    }
}
