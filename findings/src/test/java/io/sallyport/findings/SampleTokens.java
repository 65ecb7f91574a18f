package io.sallyport.findings;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/** Tokens that no service has issued, in the forms of the table; the same for the same seed. */
final class SampleTokens {
    private static final String BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private final Random random;

    SampleTokens(long seed) {
        random = new Random(seed);
    }

    /** A token of GitHub or npm, with its checksum. */
    String checked(String prefix) {
        String secret = text(ByteSet.of("A-Za-z0-9"), 30);
        var crc = new CRC32();
        crc.update(secret.getBytes(StandardCharsets.US_ASCII));
        var sum = new StringBuilder();
        for (long value = crc.getValue(); sum.length() < 6; value /= BASE62.length()) {
            sum.insert(0, BASE62.charAt((int) (value % BASE62.length())));
        }
        return prefix + secret + sum;
    }

    /** Characters of that set. */
    String text(ByteSet set, int length) {
        int[] characters =
                IntStream.range(0, 128).filter(c -> set.has((byte) c)).toArray();
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) characters[random.nextInt(characters.length)]);
        }
        return text.toString();
    }

    /** A token of the form in that row of the table, with that prefix. */
    String of(String[] row, String prefix) {
        return switch (row[2]) {
            case "jwt" -> "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + text(ByteSet.of("A-Za-z0-9_-"), 43);
            case "url" -> prefix + "deploy:" + text(ByteSet.of("A-Za-z0-9"), 12) + "@db.internal/app";
            default -> row[4].contains("crc32") ? checked(prefix) : run(row, prefix);
        };
    }

    private String run(String[] row, String prefix) {
        ByteSet set = ByteSet.of(row[2]);
        String before = row[4].replaceAll(".*before=([0-9]+).*|.*", "$1");
        int length = Integer.parseInt(row[3].replaceAll("[+-].*", ""));
        return text(set, before.isEmpty() ? 0 : Integer.parseInt(before))
                + prefix
                + (row[4].contains("gap") ? "\": \"a" : "")
                + text(set, length);
    }
}
