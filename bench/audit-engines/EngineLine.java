import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** The fields of one line that the engines index; an absent field is empty. */
record EngineLine(
        long seq,
        String id,
        long hour,
        long time,
        String kind,
        String sandbox,
        String verdict,
        String reason,
        String host,
        String path,
        String rule,
        byte[] text) {
    static final int BLOCK = 64;

    static EngineLine of(long seq, String text) {
        long time = java.time.Instant.parse(field(text, "time")).toEpochMilli();
        return new EngineLine(
                seq,
                field(text, "audit_id"),
                time / 3_600_000,
                time,
                field(text, "kind"),
                field(text, "sandbox"),
                field(text, "verdict"),
                field(text, "reason"),
                field(text, "host"),
                field(text, "path"),
                field(text, "rule"),
                text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
    }

    /** Enough for lines of the generator, whose values hold no escape. */
    private static String field(String text, String name) {
        int at = text.indexOf("\"" + name + "\":\"");
        if (at < 0) {
            return "";
        }
        int from = at + name.length() + 4;
        return text.substring(from, text.indexOf('"', from));
    }

    static byte[] deflate(byte[] plain) {
        try (var deflater = new Deflater(6)) {
            deflater.setInput(plain);
            deflater.finish();
            byte[] out = new byte[plain.length + 64];
            return java.util.Arrays.copyOf(out, deflater.deflate(out));
        }
    }

    static byte[] inflate(byte[] packed) {
        try (var inflater = new Inflater()) {
            inflater.setInput(packed);
            byte[] out = new byte[1 << 20];
            return java.util.Arrays.copyOf(out, inflater.inflate(out));
        } catch (DataFormatException e) {
            throw new IllegalStateException(e);
        }
    }
}
