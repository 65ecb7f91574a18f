package io.sallyport.proxy.credentials;

import io.sallyport.findings.ExemptText;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.secret.FindingPlace;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * The placeholders of one sandbox, many of which have the shape of a token. In a head each is exempt as far as it
 * reaches: it is filled, or its request is refused. Elsewhere nothing is filled, so that of OpenShell's placeholders,
 * whose shape is whatever stands before the marker, none is exempt; what another sandbox's look like is exempt nowhere.
 */
public record ExemptPlaceholders(CredentialScope scope) implements ExemptText {
    /** How far around what looks like a token one is looked for, in bytes. */
    private static final int MAX_AROUND = 256;

    /** Those of {@code keys}. */
    public static ExemptText of(Keyring keys, CanonicalRequest request) {
        return keys.isEmpty()
                ? NONE
                : new ExemptPlaceholders(new CredentialScope(keys, request, RequestHeaders.EMPTY, Set.of()));
    }

    /** Whether the word that every placeholder has stands in {@code text}, whichever sandbox it is of. */
    public static boolean isMarked(String text) {
        return PlaceholderMarker.isIn(text);
    }

    @Override
    public boolean covers(FindingPlace place, byte[] text, int from, int to) {
        int start = Math.max(0, from - MAX_AROUND);
        int end = Math.min(text.length, to + MAX_AROUND);
        var near = new String(text, start, end - start, StandardCharsets.ISO_8859_1);
        List<Placeholder> found = Placeholder.allIn(near, scope);
        return found != null
                && found.stream()
                        .filter(one -> one.credential() != null && (isHead(place) || one.isOwn(near)))
                        .anyMatch(one -> one.from() <= from - start && to - start <= one.to());
    }

    private static boolean isHead(FindingPlace place) {
        return switch (place) {
            case PATH, QUERY, HEADER -> true;
            case HOST, BODY, MESSAGE -> false;
        };
    }
}
