package io.sallyport.regoengine.compiler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The compiler in the JVM and the native one return the same bytes: plan, facts, and errors with their positions. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CompilerParityTest {
    private static final long MAX_MEMORY = 256L << 20;

    private final OpaInstance jvm = new OpaInstance(MAX_MEMORY);

    @Test
    void planOfTheShippedLibraryIsTheSame() {
        var request = CompileRequest.of(RegoSamples.library(), List.of("sallyport/decision"));
        assertThat(bothAnswer(request)).contains("\"plans\"").contains("sallyport/decision");
    }

    @Test
    void planOfEverySampleTogetherIsTheSame() {
        var request = CompileRequest.of(RegoSamples.accepted(), RegoSamples.ENTRYPOINTS);
        assertThat(bothAnswer(request)).contains("\"plans\"");
    }

    static Stream<Map.Entry<String, String>> refused() {
        return RegoSamples.refused().entrySet().stream();
    }

    @ParameterizedTest
    @MethodSource("refused")
    void errorsAreTheSame(Map.Entry<String, String> file) {
        var request = CompileRequest.of(Map.of(file.getKey(), file.getValue()), List.of("sample"));
        assertThat(bothAnswer(request)).contains("\"errors\"").contains("\"file\":\"" + file.getKey() + "\"");
    }

    @Test
    void errorsOfSeveralFilesAreTheSame() {
        assertThat(bothAnswer(CompileRequest.of(RegoSamples.refused(), List.of("sample"))))
                .contains("\"errors\"");
    }

    @Test
    void findingsAreTheSame() {
        var request = CompileRequest.of(Map.of("a.rego", PolicyChecksTest.FAULTY), List.of("a/deny"))
                .notStrict()
                .skippingMissing();
        assertThat(bothAnswer(request.checking(PolicyChecksTest.CHECKS)))
                .contains("\"findings\"", "NEVER_EQUAL", "UNREAD_RULE", "OPENS_TUNNELS");
        assertThat(bothAnswer(request)).doesNotContain("findings");
    }

    @Test
    void typeErrorsAgainstASchemaAreTheSame() {
        String text = "package a\n\ndeny contains 1 if input.net.hots == input.net.port\n";
        var request = CompileRequest.of(Map.of("a.rego", text), List.of("a/deny"));
        assertThat(bothAnswer(request.checking(PolicyChecksTest.CHECKS)))
                .contains("undefined ref: input.net.hots", "\"help\":\"write input.net.host\"");
    }

    @Test
    void typeErrorsAgainstASchemaOfDataAreTheSame() {
        String text = "package a\n\ndeny contains 1 if data.lists.hots == 1\n";
        var request = CompileRequest.of(Map.of("a.rego", text), List.of("a/deny"))
                .describedBy(Map.of("lists", "{\"properties\": {\"hosts\": {\"type\": \"array\"}}}"));
        assertThat(bothAnswer(request)).contains("undefined ref: data.lists.hots");
    }

    @Test
    void anAnswerDoesNotDependOnWhatWasCompiledBefore() {
        var request = CompileRequest.of(RegoSamples.accepted(), RegoSamples.ENTRYPOINTS);
        String first = bothAnswer(request);
        bothAnswer(CompileRequest.of(RegoSamples.refused(), List.of("sample")));
        assertThat(bothAnswer(request)).isEqualTo(first);
    }

    private String bothAnswer(CompileRequest request) {
        byte[] json = RequestJson.write(request);
        String answer = new String(jvm.compile(json), UTF_8);
        assertThat(answer).isEqualTo(new String(NativeCompiler.compile(json), UTF_8));
        return answer;
    }
}
