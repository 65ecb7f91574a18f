package io.sallyport.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.sallyport.model.text.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelEndpointTest {
    @ParameterizedTest
    @CsvSource({
        "POST, /v1/chat/completions, CHAT_COMPLETIONS,",
        "POST, /v1/completions, COMPLETIONS,",
        "POST, /v1/responses, RESPONSES,",
        "POST, /v1/embeddings, EMBEDDINGS,",
        "POST, /v1/audio/speech, SPEECH,",
        "POST, /v1/audio/transcriptions, TRANSCRIPTIONS,",
        "POST, /v1/audio/translations, AUDIO_TRANSLATIONS,",
        "GET, /v1/models, MODELS,",
        "GET, /v1/models/gpt-4o, MODEL, gpt-4o",
        "GET, /v1/models/ft:gpt-4o:acme::1, MODEL, ft:gpt-4o:acme::1",
        "GET, /v1/models/org/name, MODEL, org/name",
        "POST, /v1/messages, MESSAGES,",
        "POST, /v1/messages/count_tokens, COUNT_TOKENS,",
        "POST, /v1beta/models/gemini-2.0-flash:generateContent, GENERATE_CONTENT, gemini-2.0-flash",
        "POST, /v1beta/models/g:streamGenerateContent, STREAM_GENERATE_CONTENT, g",
        "POST, /v1beta/models/g:countTokens, GEMINI_COUNT_TOKENS, g",
        "POST, /v1beta/models/g:embedContent, EMBED_CONTENT, g",
        "POST, /v1beta/models/g:batchEmbedContents, BATCH_EMBED_CONTENTS, g",
        "GET, /v1beta/models, GEMINI_MODELS,",
        "GET, /v1beta/models/g, GEMINI_MODEL, g",
        "POST, /api/chat, OLLAMA_CHAT,",
        "POST, /api/generate, OLLAMA_GENERATE,",
        "POST, /api/embed, OLLAMA_EMBED,",
        "POST, /api/embeddings, OLLAMA_EMBEDDINGS,",
        "POST, /api/show, OLLAMA_SHOW,",
        "GET, /api/tags, OLLAMA_TAGS,",
        "GET, /api/ps, OLLAMA_PS,",
        "GET, /api/version, OLLAMA_VERSION,",
    })
    void eachOperationIsKnownByItsMethodAndPath(String method, String path, ModelOperation operation, String model) {
        assertThat(ModelEndpoint.of(method, path))
                .isEqualTo(new Parsed.Accepted<>(new ModelEndpoint(operation, model)));
        assertThat(new ModelEndpoint(operation, model).path()).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /v1/chat/completions",
        "post, /v1/chat/completions",
        "POST, /v1/chat/completions/",
        "POST, /V1/chat/completions",
        "POST, /v1/chat/completions/x",
        "DELETE, /v1/models/gpt-4o",
        "POST, /v1/messages/batches",
        "POST, /v1/batches",
        "POST, /v1/files",
        "POST, /v1/fine_tuning/jobs",
        "GET, /v1/models/",
        "GET, /v1/models/..",
        "GET, /v1/models/a//b",
        "GET, /v1/models/a%2fb",
        "POST, /v1beta/models/a/b:generateContent",
        "POST, /v1beta/models/:generateContent",
        "POST, /v1beta/models/a:b:generateContent",
        "POST, /v1beta/models/g:predict",
        "POST, /v1beta/tunedModels/g:generateContent",
        "POST, /api/pull",
        "POST, /api/push",
        "POST, /api/create",
        "POST, /api/copy",
        "DELETE, /api/delete",
        "POST, /api/blobs/sha256:0",
    })
    void whatIsNotKnownIsRefused(String method, String path) {
        assertThat(ModelEndpoint.of(method, path)).isInstanceOf(Parsed.Rejected.class);
        assertThat(ModelEndpoint.of(method, path, ModelApi.ANTHROPIC)).isInstanceOf(Parsed.Rejected.class);
    }

    @ParameterizedTest
    @CsvSource({
        "anthropic-version, /v1/models, ANTHROPIC_MODELS,",
        "anthropic-version, /v1/models/m, ANTHROPIC_MODEL, m",
        "x-goog-api-key, /v1/models, GEMINI_MODELS,",
        "x-goog-api-key, /v1/models/m, GEMINI_MODEL, m",
        "authorization, /v1/models, MODELS,",
    })
    void listsOfModelsAreToldByTheClientsHeader(String header, String path, ModelOperation operation, String model) {
        assertThat(ModelEndpoint.of("GET", path, ModelApi.ofClient(header::equals)))
                .isInstanceOfSatisfying(
                        Parsed.Accepted.class,
                        found -> assertThat(found.value())
                                .asInstanceOf(type(ModelEndpoint.class))
                                .returns(operation, ModelEndpoint::operation)
                                .returns(model, ModelEndpoint::model)
                                .returns(path, ModelEndpoint::path));
    }

    @Test
    void geminisVersionStays() {
        assertThat(ModelEndpoint.of("POST", "/v1/models/m:generateContent"))
                .isEqualTo(new Parsed.Accepted<>(new ModelEndpoint(ModelOperation.GENERATE_CONTENT, "m", "/v1")));
        assertThat(ModelEndpoint.of("POST", "/v2/models/m:generateContent")).isInstanceOf(Parsed.Rejected.class);
    }
}
