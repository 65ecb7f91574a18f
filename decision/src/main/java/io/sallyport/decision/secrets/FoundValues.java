package io.sallyport.decision.secrets;

import io.sallyport.model.secret.FoundSecret;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/** The value of {@code input.net.findings}. */
public final class FoundValues {
    private FoundValues() {}

    /** Returns an object for each secret found: its kind, name, place and encodings. */
    public static RegoArray of(List<FoundSecret> found) {
        return RegoArray.of(found.stream().map(FoundValues::of).toArray(RegoValue[]::new));
    }

    private static RegoValue of(FoundSecret secret) {
        RegoValue[] encoding = secret.encoding().stream().map(RegoString::of).toArray(RegoValue[]::new);
        return RegoObject.growing()
                .put("encoding", RegoArray.of(encoding))
                .put("kind", RegoString.of(secret.kind().word()))
                .put("name", RegoString.of(secret.name()))
                .put("place", RegoString.of(secret.place().word()))
                .sealed();
    }
}
