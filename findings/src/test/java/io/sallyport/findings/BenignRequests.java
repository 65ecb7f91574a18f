package io.sallyport.findings;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Requests without secrets, in the shapes of what agents send: package indexes, git, forges, object stores, lock files
 * and pages; the same for the same seed. What is random in real traffic is random here: hashes, ids, cookies,
 * signatures.
 */
final class BenignRequests {
    private static final String[] WORDS = ("api key token secret access public private package index release build"
                    + " client server module test data user project branch commit pull merge image layer path pattern")
            .split(" ");

    private final Random random;

    BenignRequests(long seed) {
        random = new Random(seed);
    }

    /** The head of a request, and a body where it has one, as one text. */
    String next() {
        return switch (random.nextInt(12)) {
            case 0 -> "GET /simple/" + word() + "-" + word() + "/ \n" + fields();
            case 1 ->
                "GET /packages/" + hex(1) + "/" + hex(1) + "/" + hex(30) + "/" + word() + "-1.2." + small()
                        + "-py3-none-any.whl\n" + fields();
            case 2 -> "GET /@" + word() + "%2f" + word() + "/-/" + word() + "-" + small() + ".0.1.tgz\n" + fields();
            case 3 -> "POST /npm/v1/security/audits\n" + fields() + lockfile();
            case 4 -> "POST /" + word() + "/" + word() + ".git/git-upload-pack\n" + fields() + wants();
            case 5 ->
                "GET /" + word() + "/" + word() + "/blob/" + hex(20) + "/src/" + word() + ".java#L" + small() + "\n"
                        + fields();
            case 6 ->
                "GET /" + word() + "?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=ASIA" + base32(16)
                        + "%2F20261127%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Date=20261127T000000Z&X-Amz-Signature="
                        + hex(32)
                        + "&X-Amz-Security-Token=" + percent(base64(300)) + "\n" + fields();
            case 7 -> "GET /v2/" + word() + "/blobs/sha256:" + hex(32) + "\n" + fields();
            case 8 ->
                "PUT /" + word() + "?sv=2024-11-04&sr=b&sig=" + percent(base64(32)) + "\n" + fields() + base64(900);
            case 9 -> "POST /graphql\n" + fields() + "{\"query\":\"query{node(id:\\\"" + base64(18) + "\\\"){id}}\"}";
            case 10 -> "POST /v1/notes\n" + fields() + prose();
            default ->
                "GET /" + UUID.nameUUIDFromBytes(bytes(8)) + "?cursor=" + url(45) + "&page=" + small() + "\n"
                        + fields();
        };
    }

    private String fields() {
        return "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0\n"
                + "Accept: application/json, text/html;q=0.9\nAccept-Encoding: gzip, deflate, br\nIf-None-Match: W/\""
                + hex(16) + "\"\nCookie: session=" + url(48) + "; _ga=GA1.2." + random.nextInt(1_000_000)
                + "; csrftoken="
                + new SampleTokens(random.nextLong()).text(ByteSet.of("A-Za-z0-9"), 64) + "\nX-Request-Id: "
                + UUID.nameUUIDFromBytes(bytes(8)) + "\ntraceparent: 00-" + hex(16) + "-" + hex(8) + "-01\n"
                + "Referer: https://" + word() + ".example.com/" + word() + "?ref=" + base64(24) + "\nDigest: sha-256="
                + base64(32) + "\nAuthorization: Basic " + base64(36) + "\n";
    }

    private String lockfile() {
        var text = new StringBuilder("{");
        for (int i = 0; i < 8; i++) {
            text.append("\"node_modules/")
                    .append(word())
                    .append("\":{\"version\":\"1.")
                    .append(small())
                    .append(".0\",\"resolved\":\"https://registry.example.com/")
                    .append(word())
                    .append("/-/")
                    .append(word())
                    .append("-1.0.0.tgz\",\"integrity\":\"sha512-")
                    .append(base64(64))
                    .append("\"},");
        }
        return text.append("\"h1:")
                .append(base64(32))
                .append("\":\"sha256:")
                .append(hex(32))
                .append("\"}")
                .toString();
    }

    private String wants() {
        var text = new StringBuilder();
        IntStream.range(0, 6)
                .forEach(_ -> text.append("0032want ").append(hex(20)).append('\n'));
        return text.append("00000009done\n").toString();
    }

    private String prose() {
        var text = new StringBuilder();
        IntStream.range(0, 60).forEach(_ -> text.append(word()).append(random.nextInt(6) == 0 ? "-" : " "));
        return text + "https://example.com:8443/" + word() + " id " + UUID.nameUUIDFromBytes(bytes(8)) + " key-"
                + small();
    }

    private String word() {
        return WORDS[random.nextInt(WORDS.length)];
    }

    private int small() {
        return random.nextInt(1000);
    }

    private byte[] bytes(int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private String hex(int bytes) {
        return HexFormat.of().formatHex(bytes(bytes));
    }

    private String base64(int bytes) {
        return Base64.getEncoder().encodeToString(bytes(bytes));
    }

    private String url(int bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(bytes));
    }

    private String base32(int length) {
        return new SampleTokens(random.nextLong()).text(ByteSet.of("A-Z2-7"), length);
    }

    private static String percent(String text) {
        return java.net.URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
