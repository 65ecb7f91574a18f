package io.sallyport.decision.secrets;

import io.sallyport.decision.body.BodyForms;
import io.sallyport.findings.FoundSecrets;
import io.sallyport.findings.SecretScanner;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.RequestKind;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.SecretSearch;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.model.secret.FindingKind;
import io.sallyport.model.secret.FindingPlace;
import io.sallyport.model.secret.FoundSecret;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks for secrets in the parts of a request: the host, the path, the query, the fields of the head, and the body if
 * it is there; or in a message of the WebSocket that the request has opened. Immutable; safe for concurrent use.
 */
public final class RequestSearch implements SecretSearch {
    /** How many encodings are undone by default. */
    public static final int DEPTH = 2;

    /** Looks for tokens of known forms alone. */
    public static final SecretSearch FORMS = new RequestSearch(() -> SecretScanner.of(List.of(), DEPTH));

    private final Supplier<SecretScanner> made;
    private volatile @Nullable SecretScanner scanner;

    /** @param made is asked when the first request is searched: many gateways never search */
    public RequestSearch(Supplier<SecretScanner> made) {
        this.made = made;
    }

    private SecretScanner scanner() {
        SecretScanner known = scanner;
        if (known == null) {
            known = made.get(); // twice, if two come first at once: both are the same
            scanner = known;
        }
        return known;
    }

    @Override
    public List<FoundSecret> in(CanonicalRequest request, RequestHeaders headers) {
        var found = new FoundSecrets();
        SecretScanner scanner = scanner();
        WebSocketMessage message = headers.message();
        if (message != null) {
            inMessage(scanner, message, found);
            return found.all();
        }
        scanner.scanHost(request.host().text(), found);
        if (request.kind() == RequestKind.CONNECT) {
            return found.all(); // its fields are for the gateway
        }
        CanonicalPath path = request.path();
        if (path != null) {
            scanner.scan(path.text(), FindingPlace.PATH, found);
        }
        String query = request.query().text();
        if (query != null) {
            scanner.scan(query, FindingPlace.QUERY, found);
        }
        new FieldSearch(scanner, found).in(headers);
        RequestBody body = headers.body();
        if (body != null && body != RequestBody.NONE) {
            inBody(scanner, body, headers, found);
        }
        return found.all();
    }

    private static void inMessage(SecretScanner scanner, WebSocketMessage message, FoundSecrets found) {
        String text = message.text();
        if (message.sent() && text != null) {
            scanner.scan(text, FindingPlace.MESSAGE, found);
        }
    }

    /** A body whose coding cannot be undone counts as one that says too much to be looked at. */
    private static void inBody(SecretScanner scanner, RequestBody body, RequestHeaders headers, FoundSecrets found) {
        byte[] sent = body.bytes();
        scanner.scan(sent, 0, sent.length, FindingPlace.BODY, found);
        if (!body.isWhole() || headers.values("content-encoding").isEmpty()) {
            return;
        }
        switch (BodyForms.of(body, headers).decoded()) {
            case Parsed.Accepted<byte[]>(byte[] plain) ->
                scanner.scan(plain, 0, plain.length, FindingPlace.BODY, found);
            case Parsed.Rejected<byte[]> _ ->
                found.add(new FoundSecret(FindingKind.TOKEN, SecretScanner.UNSCANNED, FindingPlace.BODY, List.of()));
        }
    }
}
