package io.sallyport.inference;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(ModelEndpoint.of(method, path, true)).isInstanceOf(Parsed.Rejected.class);
    }

    @Test
    void modelsOfAnthropicAreToldFromOpenAisByTheClientsHeader() {
        assertThat(ModelEndpoint.of("GET", "/v1/models", true))
                .isEqualTo(new Parsed.Accepted<>(new ModelEndpoint(ModelOperation.ANTHROPIC_MODELS, null)));
        assertThat(ModelEndpoint.of("GET", "/v1/models/claude", true))
                .isEqualTo(new Parsed.Accepted<>(new ModelEndpoint(ModelOperation.ANTHROPIC_MODEL, "claude")));
    }
}
