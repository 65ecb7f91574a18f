package io.sallyport.auditexport.form;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records as messages of syslog (RFC 5424) with octet counting (RFC 6587 section 3.4.1) or one in a datagram, so that
 * no record can begin another message. The facility is 13, log audit; the message id is the kind. Stateless.
 */
public final class SyslogFrame {
    private static final int AUDIT = 13 * 8;
    private static final int ERROR = 3;
    private static final int WARNING = 4;
    private static final int INFORMATIONAL = 6;
    private static final int MAX_ID_CHARS = 32;

    private SyslogFrame() {}

    /** Returns the frames of lines of the log, each record in {@code form}. */
    public static byte[] of(List<byte[]> lines, ExportForm form) {
        var out = new ByteArrayOutputStream();
        for (byte[] line : lines) {
            byte[] message = message(line, form);
            out.writeBytes(ascii(message.length + " "));
            out.writeBytes(message);
        }
        return out.toByteArray();
    }

    /**
     * Returns the message of one line for a datagram (RFC 5426). One that is too long is cut off, and says so at its
     * end.
     *
     * @param mostBytes of the datagram, which leave room for the head
     */
    public static byte[] datagram(byte[] line, ExportForm form, int mostBytes) {
        byte[] message = message(line, form);
        if (message.length <= mostBytes) {
            return message;
        }
        byte[] end = ascii("... cut off, " + message.length + " bytes");
        byte[] cut = Arrays.copyOf(message, mostBytes);
        System.arraycopy(end, 0, cut, mostBytes - end.length, end.length);
        return cut;
    }

    private static byte[] message(byte[] line, ExportForm form) {
        byte[] head = head(LoggedRecord.parse(line));
        byte[] event = form.of(line);
        byte[] message = Arrays.copyOf(head, head.length + event.length);
        System.arraycopy(event, 0, message, head.length, event.length);
        return message;
    }

    private static byte[] head(@Nullable LoggedRecord record) {
        return record == null
                ? ascii("<" + (AUDIT + WARNING) + ">1 - - sallyport - - - ")
                : ascii("<" + (AUDIT + severity(record)) + ">1 " + record.time() + " - sallyport - "
                        + id(record.text("kind", "")) + " - ");
    }

    private static int severity(LoggedRecord record) {
        return switch (record.text("verdict", "")) {
            case "allow" -> INFORMATIONAL;
            case "fail" -> ERROR;
            default -> WARNING;
        };
    }

    /** Returns a message id: printable ASCII without a space, at most 32 characters. */
    private static String id(String kind) {
        boolean isId = !kind.isEmpty()
                && kind.length() <= MAX_ID_CHARS
                && kind.chars().allMatch(each -> each > ' ' && each <= '~');
        return isId ? kind : "-";
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
