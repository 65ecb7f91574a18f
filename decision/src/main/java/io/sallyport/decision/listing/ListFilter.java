package io.sallyport.decision.listing;

import io.sallyport.decision.body.BodyLimits;
import io.sallyport.decision.body.MemberNames;
import io.sallyport.model.message.RequestBody;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.IJson;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Removes from a server's lists what the policies refuse by its name alone. An entry without one clear name is
 * removed too. Refuses what two clients could read as two lists. Confined to one message.
 */
public final class ListFilter {
    /** Each entry is a question to the policies. */
    private static final int MAX_ENTRIES = 1_000;

    private static final MemberNames OF_MESSAGE = MemberNames.of("jsonrpc", "id", "method", "result", "error");
    private static final MemberNames OF_RESULT = MemberNames.of("tools", "prompts", "resources");

    private final Set<Listing> listings;
    private final ListSession session;
    private final Predicate<RequestBody> permits;
    private int entries;
    private int removed;
    private @Nullable String fault;

    private ListFilter(Set<Listing> listings, ListSession session, Predicate<RequestBody> permits) {
        this.listings = listings;
        this.session = session;
        this.permits = permits;
    }

    /**
     * Returns what may be shown of a message, or of a batch.
     *
     * @param json whose length the caller bounds
     * @param listings lists that it may hold
     * @param session whose tools they are
     * @param permits whether the policies permit such a call
     */
    public static FilteredText filter(
            String json, Set<Listing> listings, ListSession session, Predicate<RequestBody> permits) {
        BodyLimits limits = BodyLimits.DEFAULT;
        return switch (IJson.parseUniqueNames(json, limits.depth(), limits.members())) {
            case ParsedJson.Accepted(RegoValue value) -> new ListFilter(listings, session, permits).filter(value);
            case ParsedJson.Rejected(String why, int line, int column) ->
                new FilteredText.Unreadable("%s at %d:%d".formatted(why, line, column));
        };
    }

    private FilteredText filter(RegoValue value) {
        RegoValue kept = value instanceof RegoArray batch ? ofBatch(batch) : ofMessage(value);
        if (fault != null) {
            return new FilteredText.Unreadable(fault);
        }
        return removed == 0 ? new FilteredText.Unchanged() : new FilteredText.Reduced(RegoJson.write(kept), removed);
    }

    private RegoArray ofBatch(RegoArray batch) {
        List<RegoValue> messages = new ArrayList<>(batch.size());
        for (RegoValue message : batch.list()) {
            messages.add(ofMessage(message));
        }
        return RegoArray.of(messages);
    }

    private RegoValue ofMessage(RegoValue value) {
        if (!(value instanceof RegoObject message)) {
            return value;
        }
        if (OF_MESSAGE.haveTwinIn(message)) {
            fault = "a member of JSON-RPC in another case";
        }
        return message.get("result") instanceof RegoObject result ? with(message, "result", ofResult(result)) : message;
    }

    private RegoObject ofResult(RegoObject result) {
        if (OF_RESULT.haveTwinIn(result)) {
            fault = "a list in another case";
        }
        RegoObject kept = result;
        for (Listing listing : listings) {
            switch (result.get(listing.member())) {
                case null -> {}
                case RegoArray list -> kept = with(kept, listing.member(), ofList(listing, list));
                default -> fault = "a list that is no array";
            }
        }
        return kept;
    }

    private RegoArray ofList(Listing listing, RegoArray list) {
        entries += list.size();
        if (entries > MAX_ENTRIES) {
            fault = "lists of more than " + MAX_ENTRIES + " entries";
            return list;
        }
        List<RegoValue> kept = new ArrayList<>(list.size());
        for (RegoValue entry : list.list()) {
            if (isShown(listing, entry)) {
                kept.add(entry);
            } else {
                removed++;
            }
        }
        return RegoArray.of(kept);
    }

    private boolean isShown(Listing listing, RegoValue entry) {
        return entry instanceof RegoObject named
                && !listing.hasTwinOfKeyIn(named)
                && named.get(listing.key()) instanceof RegoString name
                && permits.test(listing.call(name, named, session));
    }

    private static RegoObject with(RegoObject object, String name, RegoValue value) {
        EntryObject copy = RegoObject.growing();
        object.forEach(copy::put);
        return copy.put(name, value).sealed();
    }
}
