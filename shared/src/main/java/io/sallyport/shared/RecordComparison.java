package io.sallyport.shared;

import io.sallyport.shared.RecordCalls.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares all that a gateway has with all that the store has: the later generation counts, what is gone up to a
 * generation stays gone, and what the store lacks is said again. Runs on one thread, and blocks.
 */
final class RecordComparison {
    private static final Logger LOG = LoggerFactory.getLogger(RecordComparison.class);
    /** Calls under way at once. */
    private static final int WINDOW = 32;

    private final RecordCalls calls;
    private final StoreSession session;
    private final RecordListener listener;
    private final RemovedRecords removed;
    private final Consumer<String> missed;
    private final List<CompletableFuture<?>> open = new ArrayList<>();

    /** @param missed told each name whose change could not be taken in */
    RecordComparison(
            RecordCalls calls,
            StoreSession session,
            RecordListener listener,
            RemovedRecords removed,
            Consumer<String> missed) {
        this.calls = calls;
        this.session = session;
        this.listener = listener;
        this.removed = removed;
        this.missed = missed;
    }

    /** Returns the number of the last change that it has seen. */
    long compare() {
        Map<String, RecordVersion> ours = new HashMap<>(listener.held());
        Map<String, Long> goneHere = new HashMap<>(removed.all());
        long last = 0;
        List<Change> page = join(calls.list(session, last));
        while (!page.isEmpty()) {
            for (Change change : page) {
                RecordVersion known = ours.remove(change.name());
                Long gone = goneHere.remove(change.name());
                look(change.name(), change.version(), known, gone == null ? 0 : gone);
            }
            last = page.getLast().number();
            page = join(calls.list(session, last));
        }
        ours.forEach((name, _) -> sayAgain(name));
        goneHere.forEach((name, generation) -> awaited(calls.remove(session, name, generation, true)));
        open.forEach(CompletableFuture::join);
        return last;
    }

    private void look(String name, RecordVersion there, @Nullable RecordVersion known, long gone) {
        if (!listener.isKnown(name)) {
            return;
        }
        if (there.isGone()) {
            removed.add(name, there.generation());
            if (known != null && known.generation() <= there.generation()) {
                taken(name, listener.remove(name, there.generation()));
            } else if (known != null) {
                sayAgain(name);
            }
        } else if (gone >= there.generation()) {
            LOG.warn(
                    "the store has {} of generation {}, which has ended: it is removed there",
                    name,
                    there.generation());
            awaited(calls.remove(session, name, gone, true));
        } else if (known == null
                || known.generation() < there.generation()
                || (known.generation() == there.generation() && !known.equals(there))) {
            taken(
                    name,
                    calls.get(session, name)
                            .thenCompose(record ->
                                    record == null ? CompletableFuture.completedFuture(true) : listener.put(record)));
        } else if (known.generation() > there.generation()) {
            sayAgain(name);
        }
    }

    private void sayAgain(String name) {
        SharedRecord record = listener.record(name);
        if (record != null && record.isTooLarge()) {
            LOG.error("{} is in force here alone: sealed, it is too long for the store", name);
        } else if (record != null) {
            awaited(calls.put(session, record, -1));
        }
    }

    private void taken(String name, CompletionStage<Boolean> change) {
        awaited(change.thenAccept(is -> {
            if (!is) {
                LOG.warn("what the store has of {} is not in force yet, and tried again", name);
                missed.accept(name);
            }
        }));
    }

    /** A call that fails ends the comparison. */
    private void awaited(CompletionStage<?> call) {
        open.add(call.toCompletableFuture());
        if (open.size() >= WINDOW) {
            open.forEach(CompletableFuture::join);
            open.clear();
        }
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
