package io.sallyport.regoengine.builtin.cloud;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.net.GoUrl;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Computes AWS Signature Version 4 of one request (AWS General Reference, "Signing AWS API requests").
 *
 * @param config credentials, region and service, all strings
 * @param nanos the time of signing, since 1970
 * @param unsignedBody whether to exclude the body from the signature
 */
public record AwsSignature(RegoObject config, long nanos, boolean unsignedBody) {
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final Set<String> LEFT_OUT = Set.of("authorization", "user-agent", "x-amzn-trace-id");
    private static final Set<String> WITH_BODY_HASH = Set.of("s3", "glacier");
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** Returns the request's headers with those of AWS. */
    public RegoObject headers(RegoObject request, RegoObject given, byte[] body) {
        GoUrl url = GoUrl.parse(text(request, "url"));
        String bodyHash = unsignedBody ? "UNSIGNED-PAYLOAD" : hex(sha256(body));
        Map<String, String> ours = ours(url, bodyHash);
        Map<String, String> signed = new TreeMap<>(ours);
        given.forEach((name, value) -> {
            String lower = text(name).toLowerCase(Locale.ROOT);
            if (!LEFT_OUT.contains(lower)) {
                signed.put(lower, text(value));
            }
        });
        EntryObject all = RegoObject.growing();
        given.forEach((name, value) -> all.put(RegoString.of(text(name)), RegoString.of(text(value))));
        all.put(
                RegoString.of("Authorization"),
                RegoString.of(authorization(canonical(text(request, "method"), url, signed, bodyHash), signed)));
        ours.forEach((name, value) -> all.put(RegoString.of(name), RegoString.of(value)));
        return all;
    }

    private Map<String, String> ours(GoUrl url, String bodyHash) {
        Map<String, String> ours = new TreeMap<>(Map.of("host", url.host(), "x-amz-date", moment()));
        if (WITH_BODY_HASH.contains(service())) {
            ours.put("x-amz-content-sha256", bodyHash);
        }
        String session = text(config, "aws_session_token");
        if (!session.isEmpty()) {
            ours.put("x-amz-security-token", session);
        }
        return ours;
    }

    private static String canonical(String method, GoUrl url, Map<String, String> signed, String bodyHash) {
        StringBuilder lines = new StringBuilder();
        lines.append(method).append('\n').append(url.escapedPath()).append('\n').append(url.query());
        lines.append('\n');
        signed.forEach(
                (name, value) -> lines.append(name).append(':').append(value).append('\n'));
        return lines.append('\n') + names(signed) + "\n" + bodyHash;
    }

    private static String names(Map<String, String> signed) {
        return String.join(";", signed.keySet());
    }

    private String authorization(String canonical, Map<String, String> signed) {
        String toSign =
                "AWS4-HMAC-SHA256\n" + moment() + "\n" + scope() + "\n" + hex(sha256(canonical.getBytes(UTF_8)));
        byte[] key = ("AWS4" + text(config, "aws_secret_access_key")).getBytes(UTF_8);
        for (String part : scopeParts()) {
            key = mac(key, part);
        }
        return "AWS4-HMAC-SHA256 Credential=%s/%s,SignedHeaders=%s,Signature=%s"
                .formatted(text(config, "aws_access_key"), scope(), names(signed), hex(mac(key, toSign)));
    }

    private String scope() {
        return String.join("/", scopeParts());
    }

    private List<String> scopeParts() {
        String day = moment().substring(0, "yyyyMMdd".length());
        return List.of(day, text(config, "aws_region"), service(), "aws4_request");
    }

    private String service() {
        return text(config, "aws_service");
    }

    private String moment() {
        return MOMENT.format(Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND)));
    }

    private static String text(RegoObject object, String name) {
        return text(object.get(name));
    }

    /** A value that is not a string counts as an empty string, as in OPA. */
    private static String text(@Nullable RegoValue value) {
        return value instanceof RegoString string ? string.text() : "";
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] sha256(byte[] text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static byte[] mac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HmacSHA256", e);
        }
    }
}
