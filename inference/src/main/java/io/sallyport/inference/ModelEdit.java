package io.sallyport.inference;

import java.util.List;

/** Writes another model's name into a body. */
final class ModelEdit {
    private ModelEdit() {}

    /** Returns the body with the name; in Gemini's API only where the body repeats the path's. */
    static byte[] of(ModelEndpoint endpoint, byte[] body, String name) {
        return switch (endpoint.operation()) {
            case BATCH_EMBED_CONTENTS -> inRequests(body, quoted("models/" + name));
            case EMBED_CONTENT -> ifPresent(body, MemberSpan.space(body, 0), quoted("models/" + name));
            case GEMINI_COUNT_TOKENS -> inCounted(body, quoted("models/" + name));
            case TRANSCRIPTIONS, AUDIO_TRANSLATIONS -> inForm(body, name);
            default ->
                endpoint.model() == null && body.length > 0
                        ? JsonEdit.set(body, List.of(RequestMembers.MODEL), quoted(name))
                        : body;
        };
    }

    private static byte[] inForm(byte[] form, String name) {
        MultipartForm.FormPart model = MultipartForm.again(form).field(RequestMembers.MODEL);
        return model == null ? form : JsonEdit.replace(form, model.from(), model.to(), name);
    }

    /** A name needs no escapes. */
    private static String quoted(String name) {
        return '"' + name + '"';
    }

    private static byte[] ifPresent(byte[] json, int object, String value) {
        MemberSpan model = JsonEdit.find(MemberSpan.of(json, object), RequestMembers.MODEL);
        return model == null ? json : JsonEdit.replace(json, model.from(), model.to(), value);
    }

    private static byte[] inCounted(byte[] json, String value) {
        MemberSpan counted = JsonEdit.find(MemberSpan.of(json, MemberSpan.space(json, 0)), "generateContentRequest");
        return counted == null ? json : ifPresent(json, counted.from(), value);
    }

    /** From the last request to the first, so that places before the change stay. */
    private static byte[] inRequests(byte[] json, String value) {
        MemberSpan requests = JsonEdit.find(MemberSpan.of(json, MemberSpan.space(json, 0)), "requests");
        byte[] changed = json;
        if (requests != null) {
            for (MemberSpan request : MemberSpan.of(json, requests.from()).reversed()) {
                changed = ifPresent(changed, request.from(), value);
            }
        }
        return changed;
    }
}
