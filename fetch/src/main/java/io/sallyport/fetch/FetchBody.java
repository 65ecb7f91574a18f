package io.sallyport.fetch;

import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.JsonBody;
import io.sallyport.documents.JsonReader;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The body of a fetch: one JSON object in UTF-8 and nothing after it, with {@code url} and perhaps {@code type};
 * what else is in it is passed over.
 *
 * @param url as it stands there
 * @param isFile whether a single file is wanted, and not a skill
 */
record FetchBody(String url, boolean isFile) {
    /** Bytes of a body. */
    static final int MAX_BYTES = 1 << 20;

    private static final String URL = "url";
    private static final String TYPE = "type";
    private static final String FILE = "file";

    private static final JsonReader.Bounds BOUNDS = JsonReader.Bounds.ofBytes(MAX_BYTES);

    /** Reads all of it. */
    static FetchBody parse(byte[] body) throws RefusedException {
        if (JsonBody.read("request", ByteBuffer.wrap(body), BOUNDS) instanceof JsonBody.Whole(Members root)) {
            return of(root.members());
        }
        throw invalid();
    }

    private static FetchBody of(Map<String, Member> members) throws RefusedException {
        Scalar url = scalar(members.get(URL));
        Scalar type = scalar(members.get(TYPE));
        if (type != null && !type.text().equals(FILE)) {
            throw new RefusedException(FetchRefusal.UNKNOWN_TYPE);
        }
        if (url == null || url.isNull() || url.text().isEmpty()) {
            throw new RefusedException(FetchRefusal.NO_URL);
        }
        return new FetchBody(url.text(), type != null);
    }

    /** A string, or a null, which is no string of its own. */
    private static @Nullable Scalar scalar(@Nullable Member member) throws RefusedException {
        if (member == null) {
            return null;
        }
        if (member.value() instanceof Scalar scalar && (scalar.isString() || scalar.isNull())) {
            return scalar;
        }
        throw invalid();
    }

    private static RefusedException invalid() {
        return new RefusedException(FetchRefusal.INVALID_BODY);
    }
}
