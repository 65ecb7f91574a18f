package io.sallyport.decision.listing;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Sha256;
import io.sallyport.model.message.ListedTool;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tools that one answer lists, compared with those that its session has listed before. A session is a URL with the
 * {@code Mcp-Session-Id} of the request. Confined to one answer.
 */
public final class ListSession {
    private static final RegoString META = RegoString.of("_meta");

    private final ListedTools known;
    private final String session;
    private final List<String> changes = new ArrayList<>();

    private ListSession(ListedTools known, String session) {
        this.known = known;
        this.session = session;
    }

    /** Returns the session of a request. */
    public static ListSession of(ListedTools known, CanonicalRequest request, RequestHeaders headers) {
        return new ListSession(known, ListQuestion.session(request, headers));
    }

    /** Returns the digests of a tool that is listed now. */
    ListedTool listed(RegoString name, RegoObject tool) {
        Sha256 now = digest(tool);
        ListedTool before = known.listed(session, name.text(), now);
        if (before == null) {
            return new ListedTool(now, now);
        }
        if (!now.equals(before.last())) {
            changes.add("%s from %s to %s".formatted(name, before.last().hex(), now.hex()));
        }
        return new ListedTool(before.first(), now);
    }

    /** Returns how a tool was listed before; null if it was not, or is not remembered. */
    public @Nullable ListedTool listed(String tool) {
        return known.of(session, tool);
    }

    /** Returns the digest of all that a tool says but {@code _meta}, as JSON in order and without spaces. */
    private static Sha256 digest(RegoObject tool) {
        EntryObject said = RegoObject.growing();
        tool.forEach((name, value) -> {
            if (!name.equals(META)) {
                said.put(name, value);
            }
        });
        return Sha256.of(RegoJson.write(said.sealed()).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the tools that have changed, each quoted, with its digests before and now. */
    public List<String> changes() {
        return List.copyOf(changes);
    }
}
