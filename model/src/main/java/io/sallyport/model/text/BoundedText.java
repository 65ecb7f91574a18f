package io.sallyport.model.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads small files of the operator. Stateless. */
public final class BoundedText {
    private BoundedText() {}

    /**
     * Returns the text of {@code file}, UTF-8.
     *
     * @throws IOException if it cannot be read, is no text, or has more than {@code mostBytes}
     */
    public static String read(Path file, int mostBytes) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(mostBytes + 1);
            if (bytes.length > mostBytes) {
                throw new IOException("more than " + mostBytes + " bytes");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        }
    }
}
