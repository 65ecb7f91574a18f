package io.sallyport.proxy.credentials;

import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.listener.NameSet;
import io.sallyport.proxy.listener.RequestHead;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which requests are signed by Signature Version 4 of AWS, and for what. Whatever the sandbox has signed is removed:
 * its signature says for which region and service, and no more. Immutable.
 *
 * @param regions for which a sandbox may ask
 * @param services for which a sandbox may ask
 * @param region of requests without a signature; null where those are refused
 * @param service of requests without a signature; null where those are refused
 * @param unsignedPayload whether a signature may leave the body out
 */
public record SigV4Rule(
        Set<String> regions,
        Set<String> services,
        @Nullable String region,
        @Nullable String service,
        boolean unsignedPayload) {
    static final String PAYLOAD = "X-Amz-Content-Sha256";

    private static final String UNSIGNED = "UNSIGNED-PAYLOAD";

    /** A body in chunks with a checksum behind it, of which nothing is signed. */
    private static final String UNSIGNED_CHUNKS = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    /** Fields that are the gateway's to say where it signs. */
    private static final NameSet FIELDS = NameSet.of(
            "Authorization",
            "X-Amz-Date",
            "X-Amz-Content-Sha256",
            "X-Amz-Security-Token",
            "X-Amz-S3session-Token",
            "X-Amz-Region-Set",
            "X-Amz-Signature");

    /** Members of the query by which a presigned URL is signed, in small letters. */
    private static final Set<String> MEMBERS = Set.of(
            "x-amz-algorithm",
            "x-amz-credential",
            "x-amz-date",
            "x-amz-expires",
            "x-amz-signedheaders",
            "x-amz-signature",
            "x-amz-security-token",
            "x-amz-s3session-token",
            "x-amz-region-set",
            "x-amz-content-sha256");

    public SigV4Rule {
        regions = Set.copyOf(regions);
        services = Set.copyOf(services);
    }

    static boolean isField(String name) {
        return FIELDS.contains(name);
    }

    static boolean isMember(String name) {
        return MEMBERS.contains(name.toLowerCase(Locale.ROOT));
    }

    /**
     * How a request is signed.
     *
     * @param query of it, or null
     * @param headers with its body, where that was read
     * @return refused where it cannot be signed, or not for what the sandbox asks
     */
    Parsed<SignedPart> judge(RequestHead head, @Nullable String query, RequestHeaders headers) {
        return switch (SigningScope.askedBy(head, query)) {
            case Parsed.Accepted(SigningScope.Said(SigningScope scope)) ->
                regions.contains(scope.region()) && services.contains(scope.service())
                        ? payload(scope, head, headers)
                        : new Parsed.Rejected<>("nothing is signed for the service " + scope.service() + " in "
                                + scope.region() + " here");
            case Parsed.Accepted(SigningScope.Unsaid _) ->
                region == null || service == null
                        ? new Parsed.Rejected<>("sign the request, with any key: the region and the service are read"
                                + " from its signature")
                        : payload(new SigningScope(region, service), head, headers);
            case Parsed.Rejected<SigningScope.Asked>(String why, int at) -> new Parsed.Rejected<>(why, at);
        };
    }

    /** What is signed of a request beside what can be seen in its head. */
    record SignedPart(SigningScope scope, SigV4Payload payload) {
        /** The same where the body that is sent is another than the sandbox has hashed. */
        SignedPart withOtherBody() {
            return payload instanceof SigV4Payload.Said(String text) && isHash(text)
                    ? new SignedPart(scope, new SigV4Payload.OfBody(true))
                    : this;
        }
    }

    private static boolean isHash(String payload) {
        return HASH.matcher(payload).matches();
    }

    private Parsed<SignedPart> payload(SigningScope scope, RequestHead head, RequestHeaders headers) {
        String said = head.fields().first(PAYLOAD);
        if (head.fields().count(PAYLOAD) > 1) {
            return new Parsed.Rejected<>(PAYLOAD + " stands there more than once");
        }
        if (said != null) {
            return SignedChunks.isSaid(said)
                    ? SignedChunks.of(said, scope, head).map(chunks -> new SignedPart(scope, chunks))
                    : said(said).map(payload -> new SignedPart(scope, new SigV4Payload.Said(payload)));
        }
        RequestBody body = headers.body();
        boolean isThere = body != null && body.isWhole();
        SigV4Payload payload = scope.isLikeS3() && unsignedPayload && !isThere
                ? new SigV4Payload.Said(UNSIGNED)
                : new SigV4Payload.OfBody(scope.isLikeS3());
        return new Parsed.Accepted<>(new SignedPart(scope, payload));
    }

    private Parsed<String> said(String payload) {
        if (isHash(payload)) {
            return new Parsed.Accepted<>(payload);
        }
        if (payload.equals(UNSIGNED) || payload.equals(UNSIGNED_CHUNKS)) {
            return unsignedPayload
                    ? new Parsed.Accepted<>(payload)
                    : new Parsed.Rejected<>("the body has to be signed (unsigned_payload)");
        }
        return payload.startsWith("STREAMING-")
                ? new Parsed.Rejected<>("chunks are signed anew by AWS4-HMAC-SHA256 alone: send " + UNSIGNED_CHUNKS
                        + ", or the hash of the body")
                : new Parsed.Rejected<>(PAYLOAD + " is no hash by SHA-256");
    }

    static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is part of every JDK", e);
        }
    }
}
