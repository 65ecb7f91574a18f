package io.sallyport.fetch;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What a client takes beside a path in the directory that gateway and sandbox share. A wildcard names neither: who is
 * content with anything is told the path.
 *
 * @param asArchive a skill itself, as a tar
 * @param asContent a single file itself
 */
public record AcceptedAnswer(boolean asArchive, boolean asContent) {
    static final String TAR = "application/x-tar";
    static final String OCTETS = "application/octet-stream";

    private static final Pattern COMMA = Pattern.compile(",");
    /** A weight that means "not acceptable" (RFC 9110 section 12.4.2). */
    private static final Pattern NEVER = Pattern.compile(";\\s*q=0(\\.0{0,3})?\\s*(;|$)", Pattern.CASE_INSENSITIVE);

    /** @param accept the values of {@code Accept} (RFC 9110 section 12.5.1) */
    static AcceptedAnswer by(List<String> accept) {
        return new AcceptedAnswer(names(accept, TAR), names(accept, OCTETS));
    }

    private static boolean names(List<String> accept, String type) {
        return accept.stream().flatMap(COMMA::splitAsStream).anyMatch(range -> isOf(range, type));
    }

    private static boolean isOf(String range, String type) {
        int end = range.indexOf(';');
        String named = end < 0 ? range : range.substring(0, end);
        return named.strip().equalsIgnoreCase(type)
                && !(end >= 0 && NEVER.matcher(range.substring(end)).find());
    }
}
