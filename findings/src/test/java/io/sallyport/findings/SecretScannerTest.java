package io.sallyport.findings;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.sallyport.model.secret.FindingKind;
import io.sallyport.model.secret.FindingPlace;
import io.sallyport.model.secret.FoundSecret;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** What is found, in which encodings, and what is not. */
class SecretScannerTest {
    private static final String CANARY = "wintergreen-7!bridge";
    private static final SecretScanner SCANNER = SecretScanner.of(
            List.of(new SoughtValue(FindingKind.CANARY, "vault-note", CANARY.getBytes(StandardCharsets.UTF_8))), 2);
    private static final SampleTokens TOKENS = new SampleTokens(7);

    @Test
    void everyFormIsFound() {
        List<String> missed = new ArrayList<>();
        TokenForms.rows()
                .forEach(row -> Pattern.compile(",").splitAsStream(row[1]).forEach(prefix -> {
                    String token = TOKENS.of(row, prefix);
                    if (!names("x=" + token + "&").contains(row[0])) {
                        missed.add(row[0] + ": " + token);
                    }
                }));
        assertThat(missed).isEmpty();
    }

    @Test
    void everyFormIsFoundWhereverItBeginsInTextAndInBase64() {
        List<String> missed = new ArrayList<>();
        TokenForms.rows()
                .forEach(row -> Pattern.compile(",").splitAsStream(row[1]).forEach(prefix -> {
                    String token = TOKENS.of(row, prefix);
                    for (int lead = 0; lead < 6; lead++) {
                        String text = "-".repeat(lead) + token;
                        if (!names(text).contains(row[0])
                                || (prefix.length() > 2 && !names(base64(text)).contains(row[0]))) {
                            missed.add(row[0] + ": " + text);
                        }
                    }
                }));
        assertThat(missed).isEmpty();
    }

    @Test
    void everyFormNamesWhenAndWhereItWasPublished() {
        List<String> sources = TokenForms.lines()
                .filter(line -> line.matches("source [a-z-]+ \\| [0-9]{4}-[0-9]{2}-[0-9]{2} \\| .+"))
                .map(line -> line.replaceAll("source ([a-z-]+) .*", "$1"))
                .toList();
        assertThat(TokenForms.rows().map(row -> row[5])).isSubsetOf(sources);
        assertThat(TokenForms.rows().map(row -> row[5])).containsAll(sources);
    }

    @Test
    void publicExamplesOfGithubTokensHaveTheirChecksum() {
        assertThat(names("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")).containsExactly("github-token");
        assertThat(names("ghp_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq18")).isEmpty();
    }

    @Test
    void examplesOfOneLetterAreNoTokens() {
        assertThat(names("glpat-xxxxxxxxxxxxxxxxxxxx, dapi00000000000000000000000000000000"))
                .isEmpty();
    }

    @Test
    void aKeyIdInASignedUrlIsPublic() {
        String id = "AKIA" + TOKENS.text(ByteSet.of("A-Z2-7"), 16);
        assertThat(names("?X-Amz-Credential=" + id + "%2F20261127%2Feu")).isEmpty();
        assertThat(names("key=" + id + "&x")).containsExactly("aws-access-key-id");
    }

    @Test
    void tokensAreFoundInEachEncodingAndAtEachPlace() {
        String token = TOKENS.checked("ghp_");
        List<String> missed = new ArrayList<>();
        for (UnaryOperator<String> encoding : encodings()) {
            for (int lead = 0; lead < 6; lead++) {
                String text = "a=" + encoding.apply("-".repeat(lead) + token + "-tail") + "; b";
                if (!names(text).contains("github-token")) {
                    missed.add(text);
                }
            }
        }
        assertThat(missed).isEmpty();
    }

    @Test
    void valuesAreFoundInTwoEncodingsAtEachPlace() {
        List<String> missed = new ArrayList<>();
        for (UnaryOperator<String> inner : nested()) {
            for (UnaryOperator<String> outer : nested()) {
                for (int lead = 0; lead < 12; lead++) {
                    String text = outer.apply("-".repeat(lead) + inner.apply("=".repeat(lead % 5) + CANARY + "==="));
                    if (!names(text).contains("vault-note")) {
                        missed.add(text);
                    }
                }
            }
        }
        assertThat(missed).isEmpty();
    }

    @Test
    void deeperThanTheDepthNothingIsDecoded() {
        String thrice = base64(base64(base64(CANARY)));
        assertThat(names(thrice)).isEmpty();
        var found = new FoundSecrets(ExemptText.NONE);
        SecretScanner.of(List.of(value()), 3).scan(thrice, FindingPlace.BODY, found);
        assertThat(found.all()).hasSize(1);
        SecretScanner.of(List.of(value()), 0).scan(base64(CANARY), FindingPlace.PATH, found);
        assertThat(found.all()).hasSize(1);
    }

    @Test
    void theEncodingIsNamedFromOutside() {
        var found = new FoundSecrets(ExemptText.NONE);
        SCANNER.scan(
                "q=" + URLEncoder.encode(base64("xy" + CANARY + "?") + "==", StandardCharsets.UTF_8),
                FindingPlace.QUERY,
                found);
        assertThat(found.all())
                .containsExactly(
                        new FoundSecret(FindingKind.CANARY, "vault-note", FindingPlace.QUERY, List.of("base64")));
        var percent = new FoundSecrets(ExemptText.NONE);
        SCANNER.scan(percent(base64(CANARY)), FindingPlace.QUERY, percent);
        assertThat(percent.all().getFirst().encoding()).containsExactly("percent", "base64");
    }

    @Test
    void whatIsCompressedIsUnpacked() throws IOException {
        isUnpacked(gzip("note: " + CANARY), "gzip");
        isUnpacked(Zstd.compress(("note: " + CANARY).getBytes(StandardCharsets.UTF_8)), "zstd");
    }

    private static void isUnpacked(byte[] packed, String form) {
        var found = new FoundSecrets(ExemptText.NONE);
        SCANNER.scan(packed, 0, packed.length, FindingPlace.BODY, found);
        SCANNER.scan(Base64.getEncoder().encodeToString(packed), FindingPlace.QUERY, found);
        assertThat(found.all())
                .extracting(FoundSecret::encoding)
                .containsExactly(List.of(form), List.of("base64", form));
    }

    @Test
    void aLineBreakInBase64BelongsToNeitherLine() {
        String lines = Base64.getMimeEncoder()
                .encodeToString(("-".repeat(48) + CANARY + " and more words").getBytes(StandardCharsets.UTF_8));
        assertThat(lines.indexOf("\r\n")).isBetween(64 + 4, 64 + 27);
        assertThat(names(lines)).contains("vault-note");
    }

    @Test
    void hostNamesAreSearchedAcrossLabelsAndWithoutCapitals() {
        String hex = hex(CANARY);
        assertThat(namesOfHost(hex.substring(0, 20) + "." + hex.substring(20) + ".example.com"))
                .contains("vault-note");
        assertThat(namesOfHost(base32(CANARY) + ".example.com")).contains("vault-note");
        assertThat(namesOfHost(base64("x" + CANARY).toLowerCase(Locale.ROOT) + ".example.com"))
                .contains("vault-note");
        assertThat(namesOfHost("wintergreen-7.example.com")).isEmpty();
        String token = TOKENS.checked("npm_");
        assertThat(namesOfHost(hex(token).substring(0, 60) + "." + hex(token).substring(60) + ".example.com"))
                .contains("npm-token");
    }

    @Test
    void textFullOfAnchorsIsReportedInsteadOfSearchedForEver() {
        assertThat(names("eyJh".repeat(100_000))).containsExactly(SecretScanner.UNSCANNED);
    }

    @Test
    void noNumberOfTokensHidesACanary() {
        String all = TokenForms.rows()
                .map(row -> TOKENS.of(row, row[1].replaceAll(",.*", "")))
                .collect(Collectors.joining(" & "));
        assertThat(names(all + " & " + base64(CANARY))).contains("vault-note").hasSizeGreaterThan(80);
    }

    @Test
    void nothingSaysTheValue() {
        var found = new FoundSecrets(ExemptText.NONE);
        SCANNER.scan(CANARY, FindingPlace.BODY, found);
        assertThat(found.all().getFirst().toString() + value()).doesNotContain("wintergreen");
    }

    private static SoughtValue value() {
        return new SoughtValue(FindingKind.CANARY, "vault-note", CANARY.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> names(String text) {
        var found = new FoundSecrets(ExemptText.NONE);
        SCANNER.scan(text, FindingPlace.BODY, found);
        return found.all().stream().map(FoundSecret::name).toList();
    }

    private static List<String> namesOfHost(String host) {
        var found = new FoundSecrets(ExemptText.NONE);
        SCANNER.scanHost(host, found);
        return found.all().stream().map(FoundSecret::name).toList();
    }

    private static List<UnaryOperator<String>> nested() {
        return List.of(
                SecretScannerTest::hex,
                SecretScannerTest::base64,
                text -> base64(text).replace('+', '-').replace('/', '_'));
    }

    private static List<UnaryOperator<String>> encodings() {
        List<UnaryOperator<String>> all = new ArrayList<>(nested());
        all.add(text -> text);
        all.add(text -> hex(text).toUpperCase(Locale.ROOT));
        all.add(SecretScannerTest::base32);
        all.add(text -> base32(text).toUpperCase(Locale.ROOT));
        all.add(SecretScannerTest::percent);
        return all;
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String base64(String text) {
        return Base64.getEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String percent(String text) {
        return hex(text).replaceAll("..", "%$0");
    }

    private static String base32(String text) {
        var bits = new StringBuilder();
        for (byte value : text.getBytes(StandardCharsets.UTF_8)) {
            bits.append(Integer.toBinaryString(256 + value), 1, 9);
        }
        var out = new StringBuilder();
        for (int i = 0; i < bits.length(); i += 5) {
            String five = (bits.substring(i, Math.min(i + 5, bits.length())) + "0000").substring(0, 5);
            out.append("abcdefghijklmnopqrstuvwxyz234567".charAt(Integer.parseInt(five, 2)));
        }
        return out.toString();
    }

    private static byte[] gzip(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
