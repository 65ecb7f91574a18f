package io.sallyport.regoengine.conformance;

import static java.util.stream.Collectors.toMap;

import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.NativeCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The cases compiled by our compiler, run natively in one process, because the JVM takes minutes; {@link
 * CasesParityTest} compares the two. Stored in the cache of the build under the digests of compiler and sources.
 */
record CompiledCases(Map<String, CompileOutcome> byName) {
    /** The entrypoint for a case's query, and the one for {@code data} itself. */
    static final String QUERY = "conformance/answers";

    static final String ALL = "";

    /** Identifies the native compiler by what it is built from. */
    private static final Path STAMP = Path.of("target/opa-compiler.stamp");

    private static final int DIGEST_BYTES = 16;

    static CompiledCases of(List<OpaCase> cases) throws IOException, InterruptedException {
        List<CompileRequest> requests =
                cases.stream().map(CompiledCases::request).toList();
        Path answers = BuildCache.file(
                "opa-compiler-plans-" + digest(requests), file -> NativeCompiler.compile(requests, file));
        List<CompileOutcome> outcomes = NativeCompiler.read(answers);
        return new CompiledCases(IntStream.range(0, cases.size())
                .boxed()
                .collect(toMap(i -> cases.get(i).name(), outcomes::get)));
    }

    CompileOutcome outcome(OpaCase opaCase) {
        return Objects.requireNonNull(byName.get(opaCase.name()), opaCase.name());
    }

    static CompileRequest request(OpaCase opaCase) {
        return CompileRequest.of(opaCase.source(), List.of(opaCase.asksForAll() ? ALL : QUERY))
                .inVersion0(opaCase.v0())
                .with(TestBuiltins.DECLARED)
                .notStrict();
    }

    private static String digest(List<CompileRequest> requests) throws IOException {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update(Files.readAllBytes(STAMP));
            requests.forEach(request -> sha256.update(HexFormat.of().parseHex(request.digest())));
            return HexFormat.of().formatHex(sha256.digest(), 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
