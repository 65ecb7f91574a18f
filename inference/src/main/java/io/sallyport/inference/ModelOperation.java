package io.sallyport.inference;

import java.util.Locale;

/**
 * An operation of a model API. Operations that are not listed are unknown: those that store something at the provider,
 * such as files and batches, and those that change what a local server holds, such as Ollama's {@code pull}.
 *
 * <p>Sources, read in November 2026: OpenAI's OpenAPI document, the Python packages {@code openai} 3.57, {@code
 * anthropic} 2.14 and {@code google-genai} 3.6, and Ollama's {@code docs/api.md}.
 */
public enum ModelOperation {
    CHAT_COMPLETIONS(ModelApi.OPENAI, "POST", "/v1/chat/completions", BodyKind.JSON, true),
    /** The older form of completions: a prompt in, its continuation out. */
    COMPLETIONS(ModelApi.OPENAI, "POST", "/v1/completions", BodyKind.JSON, true),
    RESPONSES(ModelApi.OPENAI, "POST", "/v1/responses", BodyKind.JSON, true),
    EMBEDDINGS(ModelApi.OPENAI, "POST", "/v1/embeddings", BodyKind.JSON, false),
    SPEECH(ModelApi.OPENAI, "POST", "/v1/audio/speech", BodyKind.JSON, false),
    TRANSCRIPTIONS(ModelApi.OPENAI, "POST", "/v1/audio/transcriptions", BodyKind.MULTIPART, false),
    /** Speech in any language becomes English text. */
    AUDIO_TRANSLATIONS(ModelApi.OPENAI, "POST", "/v1/audio/translations", BodyKind.MULTIPART, false),
    MODELS(ModelApi.OPENAI, "GET", "/v1/models", BodyKind.NONE, false),
    MODEL(ModelApi.OPENAI, "GET", "/v1/models/{model}", BodyKind.NONE, false),

    MESSAGES(ModelApi.ANTHROPIC, "POST", "/v1/messages", BodyKind.JSON, true),
    COUNT_TOKENS(ModelApi.ANTHROPIC, "POST", "/v1/messages/count_tokens", BodyKind.JSON, false),
    ANTHROPIC_MODELS(ModelApi.ANTHROPIC, "GET", "/v1/models", BodyKind.NONE, false),
    ANTHROPIC_MODEL(ModelApi.ANTHROPIC, "GET", "/v1/models/{model}", BodyKind.NONE, false),

    GENERATE_CONTENT(ModelApi.GEMINI, "POST", "{version}/models/{model}:generateContent", BodyKind.JSON, true),
    STREAM_GENERATE_CONTENT(
            ModelApi.GEMINI, "POST", "{version}/models/{model}:streamGenerateContent", BodyKind.JSON, true),
    GEMINI_COUNT_TOKENS(ModelApi.GEMINI, "POST", "{version}/models/{model}:countTokens", BodyKind.JSON, false),
    EMBED_CONTENT(ModelApi.GEMINI, "POST", "{version}/models/{model}:embedContent", BodyKind.JSON, false),
    BATCH_EMBED_CONTENTS(ModelApi.GEMINI, "POST", "{version}/models/{model}:batchEmbedContents", BodyKind.JSON, false),
    GEMINI_MODELS(ModelApi.GEMINI, "GET", "{version}/models", BodyKind.NONE, false),
    GEMINI_MODEL(ModelApi.GEMINI, "GET", "{version}/models/{model}", BodyKind.NONE, false),

    OLLAMA_CHAT(ModelApi.OLLAMA, "POST", "/api/chat", BodyKind.JSON, true),
    OLLAMA_GENERATE(ModelApi.OLLAMA, "POST", "/api/generate", BodyKind.JSON, true),
    OLLAMA_EMBED(ModelApi.OLLAMA, "POST", "/api/embed", BodyKind.JSON, false),
    /** The older form of embeddings: one prompt. */
    OLLAMA_EMBEDDINGS(ModelApi.OLLAMA, "POST", "/api/embeddings", BodyKind.JSON, false),
    OLLAMA_SHOW(ModelApi.OLLAMA, "POST", "/api/show", BodyKind.JSON, false),
    OLLAMA_TAGS(ModelApi.OLLAMA, "GET", "/api/tags", BodyKind.NONE, false),
    OLLAMA_PS(ModelApi.OLLAMA, "GET", "/api/ps", BodyKind.NONE, false),
    OLLAMA_VERSION(ModelApi.OLLAMA, "GET", "/api/version", BodyKind.NONE, false);

    /** What the body of a request is. */
    public enum BodyKind {
        NONE,
        JSON,
        /** A form of several parts (RFC 7578), one of which is a file. */
        MULTIPART
    }

    private final ModelApi api;
    private final String method;
    private final String path;
    private final BodyKind body;
    private final boolean generates;

    ModelOperation(ModelApi api, String method, String path, BodyKind body, boolean generates) {
        this.api = api;
        this.method = method;
        this.path = path;
        this.body = body;
        this.generates = generates;
    }

    public ModelApi api() {
        return api;
    }

    public String method() {
        return method;
    }

    /** Returns the path, in which <code>{model}</code> stands for the name of a model. */
    String path() {
        return path;
    }

    public BodyKind body() {
        return body;
    }

    /** Returns whether a model writes text, whose length nobody knows before. */
    public boolean generates() {
        return generates;
    }

    /** Returns the word for audit and policy input, such as {@code chat_completions}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
