package io.sallyport.proxy.credentials;

import io.sallyport.proxy.credentials.SigV4Rule.SignedPart;
import io.sallyport.proxy.credentials.chunk.ChunkForm;
import io.sallyport.proxy.credentials.chunk.ChunkSigning;
import io.sallyport.proxy.credentials.chunk.SigV4Key;
import io.sallyport.proxy.listener.HeaderFields;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Signs one request by Signature Version 4, HMAC-SHA-256 (AWS IAM User Guide, "Create a signed AWS API request"). The
 * derived key is made anew for each: four rounds of HMAC cost less than what a bounded memory of keys would hold.
 * Immutable.
 */
public final class SigV4Signing {
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int DAY = "yyyyMMdd".length();

    private final AwsKeys keys;
    private final SignedPart part;

    SigV4Signing(AwsKeys keys, SignedPart part) {
        this.keys = keys;
        this.part = part;
    }

    /** Whether the hash of the body is signed, which has to be there before. */
    boolean hashesBody() {
        return part.payload() instanceof SigV4Payload.OfBody;
    }

    /** The same for a request whose body is not the one that the sandbox has hashed. */
    SigV4Signing withOtherBody() {
        return new SigV4Signing(keys, part.withOtherBody());
    }

    /**
     * What a request gets.
     *
     * @param fields to be sent beside its own
     * @param signature in hexadecimal digits, for what must not come back
     * @param chunks how those of its body are signed; null where they are not
     */
    public record Signature(
            HeaderFields fields, String signature, @Nullable ChunkSigning chunks) {
        /** Without the signature. */
        @Override
        public String toString() {
            return "Signature";
        }
    }

    /**
     * Signs a request: its target, {@code Host}, {@code Content-Type}, {@code Content-MD5} and all of {@code X-Amz-}.
     *
     * @param authority in {@code Host}
     * @param target path and query as they are sent
     * @param sent all other fields as they are sent, none of which is this class's to write
     * @param body as it is sent, where its hash is signed
     */
    public Signature sign(String method, String authority, String target, HeaderFields sent, byte[] body, Instant now) {
        String moment = MOMENT.format(now);
        List<String> ours = new ArrayList<>(List.of("X-Amz-Date", moment));
        String payload = payload(body);
        if (saysPayload()) {
            ours.addAll(List.of(SigV4Rule.PAYLOAD, payload));
        }
        String token = keys.sessionToken();
        if (token != null) {
            ours.addAll(List.of("X-Amz-Security-Token", token));
        }
        List<String> signed = new ArrayList<>(List.of("Host", authority));
        signed.addAll(ours);
        for (int i = 0; i < sent.size(); i++) {
            if (isSigned(sent.name(i))) {
                signed.addAll(List.of(sent.name(i), sent.value(i)));
            }
        }
        int mark = target.indexOf('?');
        SigV4Form form = SigV4Form.of(
                method,
                mark < 0 ? target : target.substring(0, mark),
                mark < 0 ? "" : target.substring(mark + 1),
                HeaderFields.of(signed.toArray(String[]::new)),
                part.scope(),
                payload);
        SigV4Key key = key(moment);
        String signature = signature(key, form, moment);
        ours.addAll(List.of("Authorization", authorization(form, moment, signature)));
        return new Signature(HeaderFields.of(ours.toArray(String[]::new)), signature, chunks(key, moment, signature));
    }

    private @Nullable ChunkSigning chunks(SigV4Key key, String moment, String seed) {
        return part.payload() instanceof SigV4Payload.Chunks(String _, ChunkForm form)
                ? new ChunkSigning(form, key, moment, scope(moment), seed)
                : null;
    }

    private String payload(byte[] body) {
        return switch (part.payload()) {
            case SigV4Payload.Said(String text) -> text;
            case SigV4Payload.Chunks(String text, ChunkForm _) -> text;
            case SigV4Payload.OfBody _ -> SigV4Rule.hash(body);
        };
    }

    private boolean saysPayload() {
        return switch (part.payload()) {
            case SigV4Payload.Said _, SigV4Payload.Chunks _ -> true;
            case SigV4Payload.OfBody(boolean inField) -> inField;
        };
    }

    private static boolean isSigned(String name) {
        return name.regionMatches(true, 0, "X-Amz-", 0, 6)
                || name.equalsIgnoreCase("Content-Type")
                || name.equalsIgnoreCase("Content-MD5");
    }

    private String authorization(SigV4Form form, String moment, String signature) {
        return SigningScope.ALGORITHM + " Credential=" + keys.accessKeyId() + "/" + scope(moment) + ", SignedHeaders="
                + form.names() + ", Signature=" + signature;
    }

    /** Of a canonical request at a moment, {@code yyyyMMdd'T'HHmmss'Z'}. */
    String signature(SigV4Form form, String moment) {
        return signature(key(moment), form, moment);
    }

    private String signature(SigV4Key key, SigV4Form form, String moment) {
        String hash = SigV4Rule.hash(form.text().getBytes(StandardCharsets.ISO_8859_1));
        String text = String.join("\n", SigningScope.ALGORITHM, moment, scope(moment), hash);
        return HexFormat.of().formatHex(key.sign(text));
    }

    private SigV4Key key(String moment) {
        return SigV4Key.of(keys.secretAccessKey(), scope(moment));
    }

    private String scope(String moment) {
        return part.scope().on(moment.substring(0, DAY));
    }

    /** Without the keys. */
    @Override
    public String toString() {
        return "SigV4Signing[" + part.scope() + "]";
    }
}
