package io.sallyport.regoengine.builtin.standard;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.BuiltinFunction;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.builtin.Matchers;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Certificates, keys, globs and templates from a sandbox are processed or reach a limit, whatever they contain. */
class HostileDocumentsTest {
    private static final long SEED = 106;
    private static final int CHANGES = 3_000;
    private static final String CERTIFICATE =
            "MIIFizCCBHOgAwIBAgIUMHPHfbTtSl81k0sj+9icBnXBB7EwDQYJKoZIhvcNAQELBQAwgaExCzAJBgNVBAYTAkRFMQswCQYDVQQG"
                    + "EwJGUjEMMAoGA1UECgwDT3JnMQ0wCwYDVQQLDARVbml0MQwwCgYDVQQHDANMb2MxDTALBgNVBAgMBFByb3YxCzAJBgNVBAkMAlMx"
                    + "MQwwCgYDVQQRDAMxMjMxDTALBgNVBAMMBE5hbWUxCzAJBgNVBAUTAjQyMRQwEgYJKoZIhvcNAQkBFgVhQGIuYzAeFw0yNjExMjIw"
                    + "NTUxMzlaFw0yNjEyMDIwNTUxMzlaMIGhMQswCQYDVQQGEwJERTELMAkGA1UEBhMCRlIxDDAKBgNVBAoMA09yZzENMAsGA1UECwwE"
                    + "VW5pdDEMMAoGA1UEBwwDTG9jMQ0wCwYDVQQIDARQcm92MQswCQYDVQQJDAJTMTEMMAoGA1UEEQwDMTIzMQ0wCwYDVQQDDAROYW1l"
                    + "MQswCQYDVQQFEwI0MjEUMBIGCSqGSIb3DQEJARYFYUBiLmMwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQC5ysG4Tknm"
                    + "vDyDgFfGxy0ITKK0kMrfBRzn6n2STZjevq5uXptJZoEB1HxZB6mvj5q8GVoGrxIDsSLjAgCh4+Jqp7+yvHWs8hfJHxTApoa8AKqL"
                    + "GQvoEyPcuHrwySNPFt7pQWlZJlXpJh7Z2/hpFd/gNXzj+kYqiPbtXNzERKcS+sN3Qeoc97K9KPX0e5kus6lvFNOuB2Y/xdYAjFXD"
                    + "i+wp7w9PFT+dY2sRw0gt3RG7jTErwAXYKcAGs3wL64ne6cYE6Avpos10fuOr4uc8yoJvyej6n45K2ijjS8cXKMz2yHfqsv5Bzc1W"
                    + "b546lXXbjLM48BpflHr3JhzvYKChK0UFAgMBAAGjggG3MIIBszASBgNVHRMBAf8ECDAGAQH/AgEAMA4GA1UdDwEB/wQEAwIChDAi"
                    + "BgNVHSUEGzAZBggrBgEFBQcDAQYIKwYBBQUHAwIGAyoDBDAdBgNVHQ4EFgQU/ufWsnbvnMnhND+YWOcuIuLaF18wVAYDVR0RBE0w"
                    + "S4IJYS5leGFtcGxlgQV4QHkueocECgAAAYcQAAAAAAAAAAAAAAAAAAAAAYYfaHR0cHM6Ly91OnBAaC5leGFtcGxlL2ElMkZiP3E9"
                    + "MTA2BgNVHR4BAf8ELDAqoBIwCYIHZXhhbXBsZTAFgQN5LnqhFDAKhwgKAAAA/wAAADAGhgQuYmFkMBgGA1UdIAQRMA8wBQYDKgMF"
                    + "MAYGBFUdIAAwFQYDVR0hBA4wDDAKBgMqAwUGAyoDBjAPBgNVHSQECDAGgAEAgQEDMAoGA1UdNgQDAgECMD4GCCsGAQUFBwEBBDIw"
                    + "MDAXBggrBgEFBQcwAYYLaHR0cDovL29jc3AwFQYIKwYBBQUHMAKGCWh0dHA6Ly9jYTAbBgNVHR8EFDASMBCgDqAMhgpodHRwOi8v"
                    + "Y3JsMBEGAyoDCQEB/wQHDAVoZWxsbzANBgkqhkiG9w0BAQsFAAOCAQEAIMZcWZn/ZN1uHH5ygCbO2eKiVifq2cP1TxggoAFQ0wUp"
                    + "H7ZdDnMEsEmAEbKODXEY0R9kUba13GWoWUNKTMZDaCWpyeID15m+0ylmUjsyz1rr7epNojmCzCHGZgZ2F9f99sftyU61MxvSDA/V"
                    + "ZLBSALb1ZiYFql3irpQAIk3lWuKigwWSltsUG3ZPVkhcDF4yzXbDyvJwnNh5QWAu4SoXhKjgHM6yikAaIDM+71c6rawzP5//mT9U"
                    + "diIuKjzpPcJDEDicZRUggmUqx6HAjUm5Bmdcgk+JVzQzPC8AgMk/b8MbKHhTuUM2m4u6KuPQhKLkUUqGZyQG4MHyDyEsIl0nQw==";
    private static final String REQUEST =
            "MIIBHTCBxQIBADAOMQwwCgYDVQQDDANyZXEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAR9LzgWBYh1AHaFbRO38uOSEKCY6r6o"
                    + "ucyRiqQEhwBWOv5ESzh+6PeM8qT2Mj2uncg6THpVHjzIce36VMFoxuq/oFUwEwYJKoZIhvcNAQkHMQYMBGFiY2QwPgYJKoZIhvcN"
                    + "AQkOMTEwLzAtBgNVHREEJjAkgglhLmV4YW1wbGWBBXhAeS56hwQKAAABhgpzcGlmZmU6Ly94MAoGCCqGSM49BAMCA0cAMEQCIAW2"
                    + "9SfDl7/ZcDNdLTgJczKncxiArrF8OCmmekO3DobaAiBj+j5WhWXz2PG9fB93qfhbsGJk09ElGH/95CRyjLBHig==";
    private static final String KEY =
            "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg15hCI8llQDbUDN6UHLWnxfAfAVD0PjUsw9k7/Z47/XGhRANCAAR9"
                    + "LzgWBYh1AHaFbRO38uOSEKCY6r6oucyRiqQEhwBWOv5ESzh+6PeM8qT2Mj2uncg6THpVHjzIce36VMFoxuq/";

    private final BuiltinContext context = context(100_000_000_000L);

    private static BuiltinContext context(long steps) {
        return new BuiltinContext(
                new Fuel(steps, Long.MAX_VALUE / 2),
                EvalClock.of(InstantSource.fixed(Instant.ofEpochSecond(100)), new Random(1)),
                new Matchers(Set.of()));
    }

    @Test
    void bytesThatChangedAreReadOrRefused() {
        Random random = new Random(SEED);
        for (int i = 0; i < CHANGES; i++) {
            String certificate = changed(CERTIFICATE, random);
            check(() -> call("crypto.x509.parse_certificates", text(certificate)), certificate);
            check(() -> call("crypto.x509.parse_and_verify_certificates", text(certificate)), certificate);
            String request = changed(REQUEST, random);
            check(() -> call("crypto.x509.parse_certificate_request", text(request)), request);
            String key = "-----BEGIN PRIVATE KEY-----\n" + changed(KEY, random) + "\n-----END PRIVATE KEY-----\n";
            check(() -> call("crypto.parse_private_keys", text(key)), key);
        }
    }

    private static void check(Runnable run, String text) {
        try {
            run.run();
        } catch (BuiltinError | LimitExceeded expected) {
            assertThat(expected).hasMessageNotContaining("Exception");
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + SEED + ": " + text, e);
        }
    }

    private static String changed(String base64, Random random) {
        byte[] bytes = Base64.getDecoder().decode(base64);
        for (int i = random.nextInt(4); i >= 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Test
    void valuesWithinEachOtherAreRefusedBeforeTheyFillTheStack() {
        byte[] nested = new byte[200_000];
        for (int i = 0; i + 3 < nested.length; i += 4) {
            int length = nested.length - i - 4;
            nested[i] = 0x30;
            nested[i + 1] = (byte) 0x82;
            nested[i + 2] = (byte) (Math.min(length, 0xffff) >> 8);
            nested[i + 3] = (byte) Math.min(length, 0xffff);
        }
        String text = Base64.getEncoder().encodeToString(nested);
        assertThatThrownBy(() -> call("crypto.x509.parse_certificates", text(text)))
                .isInstanceOf(BuiltinError.class);
    }

    @Test
    void certificatesAreVerifiedOnlyAsOftenAsTheBoundAllows() {
        String pem = ("-----BEGIN CERTIFICATE-----\n" + CERTIFICATE + "\n-----END CERTIFICATE-----\n").repeat(50);
        assertThatThrownBy(() -> call(context(1_000_000), "crypto.x509.parse_and_verify_certificates", text(pem)))
                .isInstanceOf(LimitExceeded.class);
    }

    @Test
    void verificationReadsTheClockUnlessTheTimeIsGiven() {
        BuiltinContext timed = context(1_000_000);
        call(
                timed,
                "crypto.x509.parse_and_verify_certificates_with_options",
                text(CERTIFICATE),
                RegoJson.valueOf("{\"CurrentTime\": 1}"));
        assertThat(timed.usedMoment()).isFalse();
        call(timed, "crypto.x509.parse_and_verify_certificates", text(CERTIFICATE));
        assertThat(timed.usedMoment()).isTrue();
    }

    @Test
    void globsOfManyStarsEndAtTheBound() {
        String stars = ".*a*".repeat(120);
        assertThatCode(() -> call("regex.globs_match", text(stars + "c+"), text(stars + "d+")))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> call(context(10_000), "regex.globs_match", text(stars + "c+"), text(stars + "d+")))
                .isInstanceOf(LimitExceeded.class);
    }

    @Test
    void rangesWithinEachOtherPayForEachRound() {
        String template = "{{range .l}}{{range $.l}}{{range $.l}}{{.}}{{end}}{{end}}{{end}}";
        String values = "{\"l\": [" + "1,".repeat(200) + "1]}";
        assertThatThrownBy(() ->
                        call(context(100_000), "strings.render_template", text(template), RegoJson.valueOf(values)))
                .isInstanceOf(LimitExceeded.class);
    }

    @Test
    void actionsWithinEachOtherAreRefusedBeforeTheyFillTheStack() {
        assertThatThrownBy(
                        () -> call("strings.render_template", text("{{if .a}}".repeat(5_000)), RegoJson.valueOf("{}")))
                .isInstanceOf(BuiltinError.class)
                .hasMessageContaining("within each other");
    }

    @ParameterizedTest
    @CsvSource({"{{template \"x\"}}", "{{.a | printf}}", "{{len .a}}", "{{break}}", "{{block \"x\" .}}", "{{$x = .a}}"})
    void actionsThatAreNotDoneHereAreErrors(String template) {
        assertThatThrownBy(() -> call("strings.render_template", text(template), RegoJson.valueOf("{\"a\": 1}")))
                .isInstanceOf(BuiltinError.class);
    }

    private static RegoString text(String text) {
        return RegoString.of(text);
    }

    private @Nullable RegoValue call(String name, RegoValue... operands) {
        return call(context, name, operands);
    }

    private static @Nullable RegoValue call(BuiltinContext context, String name, RegoValue... operands) {
        return switch (requireNonNull(StandardBuiltins.all().find(name)).function()) {
            case BuiltinFunction.Unary unary -> unary.call(context, operands[0]);
            case BuiltinFunction.Binary binary -> binary.call(context, operands[0], operands[1]);
            default -> throw new IllegalArgumentException(name);
        };
    }
}
