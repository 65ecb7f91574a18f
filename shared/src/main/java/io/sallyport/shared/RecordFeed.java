package io.sallyport.shared;

import io.sallyport.shared.Confirmations.SharedChange;
import io.sallyport.shared.RecordCalls.Change;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in the changes of other gateways, in the order in which the store has numbered them. A change whose message was
 * lost is listed once a later number is known; one that could not be put in force is tried again. Confined to one
 * thread, but for {@link #missed}.
 */
final class RecordFeed {
    private static final Logger LOG = LoggerFactory.getLogger(RecordFeed.class);

    private final RecordCalls calls;
    private final RecordListener listener;
    private final RemovedRecords removed;
    private final Confirmations confirmations;
    private final Executor thread;
    private @Nullable StoreSession session; // null until it is compared with the store
    private long seen;
    private boolean listing;
    /** Names whose last change could not be taken in. */
    private final Set<String> late = new LinkedHashSet<>();

    RecordFeed(
            RecordCalls calls,
            RecordListener listener,
            RemovedRecords removed,
            Confirmations confirmations,
            Executor thread) {
        this.calls = calls;
        this.listener = listener;
        this.removed = removed;
        this.confirmations = confirmations;
        this.thread = thread;
    }

    /** All up to the change {@code last} is taken in. */
    void begin(StoreSession with, long last) {
        session = with;
        seen = last;
        listing = false;
        list();
    }

    /** Nothing is taken in before the next {@link #begin}. */
    void end() {
        session = null;
    }

    /** What the store has under a name is not in force here: it is taken in again. Called by any thread. */
    void missed(String name) {
        thread.execute(() -> late.add(name));
    }

    /** A message: number, process, generation, live or gone, name. */
    void heard(String message) {
        String[] words = message.split(" ", 5);
        StoreSession now = session;
        if (words.length < 5 || now == null) {
            return;
        }
        long number = Long.parseLong(words[0]);
        if (number != seen + 1) {
            catchUp(number);
            return;
        }
        seen = number;
        var version = new RecordVersion(Long.parseLong(words[2]), words[3].equals("gone") ? "" : words[3]);
        boolean isOwn = words[1].equals(calls.process())
                && confirmations.isOwn(new SharedChange(words[4], version.generation(), version.isGone()));
        if (!isOwn) {
            take(now, words[4], version, words[1]);
        }
    }

    /** @param last number of the last change that there was */
    void catchUp(long last) {
        if (last > seen) {
            list();
        }
    }

    /** @param origin the process that is told when it is in force; null if that is not known */
    private void take(StoreSession from, String name, RecordVersion version, @Nullable String origin) {
        if (!listener.isKnown(name)) {
            LOG.warn("a record is of no kind that this gateway knows: its change is not taken in, nor confirmed");
            return;
        }
        CompletionStage<Boolean> taken;
        if (version.isGone()) {
            removed.add(name, version.generation());
            taken = listener.remove(name, version.generation());
        } else {
            taken = calls.get(from, name)
                    .thenComposeAsync(this::put, thread); // never after an end that came in between
        }
        taken.whenComplete((is, failure) -> {
            if (failure != null || !is) {
                LOG.warn("a change of {} is not in force yet, and tried again", name, failure);
                missed(name);
            } else if (origin != null) {
                calls.confirm(from, origin, name, version);
            }
        });
    }

    private CompletionStage<Boolean> put(@Nullable SharedRecord record) {
        return record == null || removed.generation(record.name()) >= record.generation()
                ? CompletableFuture.completedFuture(true)
                : listener.put(record);
    }

    private void list() {
        StoreSession now = session;
        if (now != null && !listing) {
            listing = true;
            calls.list(now, seen).whenCompleteAsync((page, failure) -> listed(now, page), thread);
        }
    }

    private void listed(StoreSession from, @Nullable List<Change> page) {
        if (!from.equals(session)) {
            return; // begun anew
        }
        listing = false;
        if (page == null || page.isEmpty()) {
            return;
        }
        for (Change change : page) {
            if (change.number() > seen) {
                seen = change.number();
                take(from, change.name(), change.version(), null);
            }
        }
        list();
    }

    /** Called about twice a second. */
    void retry() {
        StoreSession now = session;
        if (now == null) {
            return;
        }
        List<String> again = List.copyOf(late);
        late.clear();
        for (String name : again) {
            calls.version(now, name).whenComplete((version, failure) -> {
                if (failure != null) {
                    missed(name);
                } else if (version.generation() > 0) {
                    thread.execute(() -> take(now, name, version, null));
                }
            });
        }
    }
}
