package io.sallyport.inference.translation;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.JsonBody;
import io.sallyport.documents.JsonReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Arguments of a call: in OpenAI's API a text that holds JSON, in Anthropic's an object. */
final class Arguments {
    private static final JsonReader.Bounds BOUNDS = JsonReader.Bounds.ofBytes(4 << 20);

    private Arguments() {}

    /** Returns the object; null if the text holds none. No text stands for no arguments. */
    static @Nullable DocumentNode read(String text) {
        String json = text.isBlank() ? "{}" : text;
        return JsonBody.read("arguments", ByteBuffer.wrap(json.getBytes(StandardCharsets.UTF_8)), BOUNDS)
                                instanceof JsonBody.Whole(var root)
                        && root instanceof Members
                ? root
                : null;
    }
}
