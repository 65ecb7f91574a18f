package io.sallyport.proxy.credentials;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.proxy.credentials.SigV4Rule.SignedPart;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.PythonPackages;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random requests, signed by this gateway and by {@code botocore}. */
class SigV4OracleTest {
    private static final int REQUESTS = 2_000;
    private static final Instant NOW = Instant.parse("2030-02-03T04:05:06Z");
    private static final String PAYLOAD = "UNSIGNED-PAYLOAD";
    private static final List<String> SERVICES = List.of("s3", "dynamodb", "execute-api");
    private static final String LETTERS = "abcXYZ019-._~ /?=&%+:;,'\"!*()\u00e9\u1234";

    private static final String ORACLE = """
            import sys
            from botocore.auth import S3SigV4Auth, SigV4Auth
            from botocore.awsrequest import AWSRequest
            from botocore.credentials import Credentials

            for line in open(sys.argv[1], encoding="ascii"):
                service, method, target, token, *fields = line.rstrip("\\n").split("\\t")
                keys = Credentials("AKIDEXAMPLE", "secret-of-the-test", token or None)
                auth = (S3SigV4Auth if service == "s3" else SigV4Auth)(keys, service, "eu-central-1")
                request = AWSRequest(method, "https://host.test" + target)
                for name, value in zip(fields[::2], fields[1::2]):
                    request.headers[name] = value
                request.headers["X-Amz-Date"] = "20300203T040506Z"
                request.headers["X-Amz-Content-SHA256"] = "UNSIGNED-PAYLOAD"
                if token:
                    request.headers["X-Amz-Security-Token"] = token
                request.context["timestamp"] = "20300203T040506Z"
                print(auth.signature(auth.string_to_sign(request, auth.canonical_request(request)), request))
            """;

    @TempDir
    Path folder = Path.of("");

    private final Random random = new Random(4);

    private record Signable(String service, String method, String target, String token, List<String> fields) {
        String line() {
            List<String> parts = new ArrayList<>(List.of(service, method, target, token));
            parts.addAll(fields);
            return String.join("\t", parts);
        }

        String signature() {
            var keys = new AwsKeys("AKIDEXAMPLE", "secret-of-the-test", token.isEmpty() ? null : token);
            var part = new SignedPart(new SigningScope("eu-central-1", service), new SigV4Payload.Said(PAYLOAD));
            HeaderFields sent = HeaderFields.of(fields.toArray(String[]::new));
            return new SigV4Signing(keys, part)
                    .sign(method, "host.test", target, sent, new byte[0], NOW)
                    .signature();
        }
    }

    private String text(int most) {
        return IntStream.range(0, random.nextInt(most))
                .mapToObj(_ -> String.valueOf(LETTERS.charAt(random.nextInt(LETTERS.length()))))
                .collect(Collectors.joining());
    }

    private String encoded(int most) {
        byte[] bytes = text(most).getBytes(StandardCharsets.UTF_8);
        return PercentCoding.encode(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    private Signable next() {
        String path = IntStream.rangeClosed(0, random.nextInt(4))
                .mapToObj(_ -> "/s" + encoded(8))
                .collect(Collectors.joining());
        String query = IntStream.range(0, random.nextInt(5))
                .mapToObj(_ -> "p" + encoded(4) + "=" + encoded(8))
                .collect(Collectors.joining("&"));
        List<String> fields = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            String value = "v " + random.nextInt(9) + "  ".repeat(random.nextInt(2)) + " w";
            fields.addAll(List.of("X-Amz-Meta-" + random.nextInt(3), value));
        }
        return new Signable(
                SERVICES.get(random.nextInt(SERVICES.size())),
                List.of("GET", "PUT", "POST", "DELETE").get(random.nextInt(4)),
                query.isEmpty() ? path : path + "?" + query,
                random.nextBoolean() ? "" : "token-of-the-session",
                fields);
    }

    @Test
    void bothSignAlike() throws Exception {
        List<Signable> requests =
                IntStream.range(0, REQUESTS).mapToObj(_ -> next()).toList();
        Path lines = Files.write(
                folder.resolve("requests.txt"),
                requests.stream().map(Signable::line).toList());
        Path script = Files.writeString(folder.resolve("oracle.py"), ORACLE);
        Client.Ended ended = Client.run(
                folder,
                PythonPackages.variables(),
                Duration.ofMinutes(2),
                List.of(require("python3").toString(), script.toString(), lines.toString()));
        assertThat(ended.exit()).as(ended.err()).isZero();
        assertThat(requests.stream().map(Signable::signature))
                .containsExactlyElementsOf(ended.out().lines().toList());
    }
}
