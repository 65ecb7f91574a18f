package io.sallyport.decision.secrets;

import io.sallyport.decision.body.BodyForms;
import io.sallyport.findings.ExemptText;
import io.sallyport.findings.FoundSecrets;
import io.sallyport.findings.SecretScanner;
import io.sallyport.findings.SoughtValue;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.RequestKind;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.SecretSearch;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.model.secret.FindingKind;
import io.sallyport.model.secret.FindingPlace;
import io.sallyport.model.secret.FoundSecret;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Looks for secrets in the parts of a request: the host, the path, the query, the fields of the head, and the body if
 * it is there; or in a message of the WebSocket that the request has opened. Safe for concurrent use: searches never
 * wait for {@link #lookFor}.
 */
public final class RequestSearch implements SecretSearch {
    /** How many encodings are undone by default. */
    public static final int DEPTH = 2;

    private final int depth;
    private volatile SecretScanner scanner;

    private static final class Forms {
        static final RequestSearch SEARCH = new RequestSearch(List.of(), DEPTH);
    }

    /**
     * A search for tokens of known forms and for those values. Makes the scanner at once: not for an event loop.
     *
     * @param depth how many encodings are undone, 0 to {@link SecretScanner#MAX_DEPTH}
     */
    public RequestSearch(List<SoughtValue> values, int depth) {
        this.depth = depth;
        this.scanner = SecretScanner.of(values, depth);
    }

    /** Returns the search for tokens of known forms alone, which the first call makes. */
    public static RequestSearch forms() {
        return Forms.SEARCH;
    }

    /** From now on looks for those values in place of the ones before. Makes another scanner: not for an event loop. */
    public void lookFor(List<SoughtValue> values) {
        scanner = SecretScanner.of(values, depth);
    }

    /** Returns what was found in a host name that nothing is asked of yet. */
    public List<FoundSecret> in(CanonicalHost name) {
        var found = new FoundSecrets(ExemptText.NONE);
        scanner.scanHost(name.text(), found);
        return found.all();
    }

    /** Returns what was found in a text of a body, by itself. */
    public List<FoundSecret> in(String text) {
        var found = new FoundSecrets(ExemptText.NONE);
        scanner.scan(text, FindingPlace.BODY, found);
        return found.all();
    }

    @Override
    public List<FoundSecret> in(CanonicalRequest request, RequestHeaders headers) {
        return in(request, headers, ExemptText.NONE);
    }

    @Override
    public List<FoundSecret> inTrailers(RequestHeaders trailers) {
        return inTrailers(trailers, ExemptText.NONE);
    }

    List<FoundSecret> inTrailers(RequestHeaders trailers, ExemptText exempt) {
        var found = new FoundSecrets(exempt);
        new FieldSearch(scanner, found).in(trailers);
        return found.all();
    }

    /** Returns what was found, less the tokens that {@code exempt} covers. */
    List<FoundSecret> in(CanonicalRequest request, RequestHeaders headers, ExemptText exempt) {
        SecretScanner scanner = this.scanner;
        WebSocketMessage message = headers.message();
        if (message != null) {
            return inMessage(scanner, message, new FoundSecrets(exempt));
        }
        boolean headIsClear = HeadText.isClear(scanner, request, headers);
        RequestBody body = request.kind() == RequestKind.CONNECT ? RequestBody.NONE : headers.body();
        boolean bodyless = body == null || body == RequestBody.NONE;
        if (headIsClear && bodyless) {
            return List.of();
        }
        var found = new FoundSecrets(exempt);
        if (!headIsClear) {
            inHead(scanner, request, headers, found);
        }
        if (body != null && !bodyless) {
            inBody(scanner, body, headers, found);
        }
        return found.all();
    }

    /** The plain form of what {@link HeadText#isClear} answers for most heads. */
    static void inHead(SecretScanner scanner, CanonicalRequest request, RequestHeaders headers, FoundSecrets found) {
        scanner.scanHost(request.host().text(), found);
        if (request.kind() == RequestKind.CONNECT) {
            return; // its fields are for the gateway
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
    }

    private static List<FoundSecret> inMessage(SecretScanner scanner, WebSocketMessage message, FoundSecrets found) {
        String text = message.text();
        if (message.sent() && text != null) {
            scanner.scan(text, FindingPlace.MESSAGE, found);
        }
        String octets = message.octets();
        if (message.sent() && octets != null) {
            byte[] bytes = octets.getBytes(StandardCharsets.ISO_8859_1);
            scanner.scan(bytes, 0, bytes.length, FindingPlace.MESSAGE, found);
        }
        return found.all();
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
