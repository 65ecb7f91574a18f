package io.sallyport.gateway.serve;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.sallyport.control.PolicyControl;
import io.sallyport.control.calls.Confirmation;
import io.sallyport.control.sharing.RecordSharing;
import io.sallyport.control.sharing.SharedChanges;
import io.sallyport.control.store.SandboxSeal;
import io.sallyport.control.store.SharedSandbox;
import io.sallyport.control.store.StateException;
import io.sallyport.model.SandboxId;
import io.sallyport.shared.Confirmed;
import io.sallyport.shared.Membership;
import io.sallyport.shared.RecordAnswer;
import io.sallyport.shared.RecordListener;
import io.sallyport.shared.RecordSettings;
import io.sallyport.shared.RecordVersion;
import io.sallyport.shared.RemovedRecords;
import io.sallyport.shared.SharedRecord;
import io.sallyport.shared.SharedRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sandboxes of this gateway as records that all gateways share, sealed. Safe for concurrent use. */
final class ReplicatedSandboxes implements RecordSharing, RecordListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicatedSandboxes.class);
    private static final String PREFIX = "sandbox:";

    private final SandboxSeal seal;
    private final SharedRecords records;
    private volatile @Nullable SharedChanges changes;

    private ReplicatedSandboxes(
            Membership membership, RecordSettings sandboxes, RemovedRecords removed, SandboxSeal seal) {
        this.seal = seal;
        this.records = new SharedRecords(membership, sandboxes, removed, this, seal.keyMark(), System::nanoTime);
    }

    /** @param state the folder that holds what this gateway knows of others */
    static ReplicatedSandboxes open(Membership membership, RecordSettings sandboxes, Path state) throws StartException {
        try {
            return new ReplicatedSandboxes(
                    membership, sandboxes, RemovedRecords.read(state), SandboxSeal.read(sandboxes.keyFile()));
        } catch (IOException e) {
            throw new StartException("shared.sandboxes: what has ended: " + e, e);
        } catch (StateException e) {
            throw new StartException("shared.sandboxes.key_file: " + e.getMessage(), e);
        }
    }

    /** Shares what is on the disk, which is in force, once the membership starts. */
    void start(PolicyControl loaded, MeterRegistry meters) {
        changes = loaded.shareWith(this);
        Gauge.builder("sallyport.shared.sandboxes.open", records, each -> each.isOpen() ? 1 : 0)
                .description("Whether the store of shared sandboxes answers and takes changes.")
                .register(meters);
        Gauge.builder("sallyport.shared.sandboxes.serving", records, each -> each.isServing() ? 1 : 0)
                .description("Whether requests pass, as sandboxes are known to be what other gateways have put.")
                .register(meters);
        records.start();
    }

    /** Whether requests may pass: the sandboxes here are those of the store, or were shortly before. */
    boolean isServing() {
        return records.isServing();
    }

    /** Returns in a few words why the sandboxes of the store are not in force, or null. */
    @Nullable
    String unready() {
        String fault = records.fault();
        return fault != null || records.hasJoined() ? fault : "the store of shared sandboxes has not answered yet";
    }

    byte[] placeholderKey() {
        return seal.placeholderKey();
    }

    private static String name(SandboxId id) {
        return PREFIX + id.text();
    }

    private static @Nullable SandboxId id(String name) {
        return name.startsWith(PREFIX) ? SandboxId.parse(name.substring(PREFIX.length())) : null;
    }

    private SharedRecord sealed(SharedSandbox sandbox) {
        return new SharedRecord(
                name(sandbox.id()), sandbox.record().generation(), seal.mark(sandbox.record()), seal.close(sandbox));
    }

    private @Nullable SharedSandbox opened(SharedRecord record) {
        SandboxId id = id(record.name());
        try {
            SharedSandbox sandbox = id == null ? null : seal.open(id, record.generation(), record.sealed());
            if (sandbox == null) {
                LOG.error("the store has {} sealed by another key, or changed: it is not taken in", record.name());
            }
            return sandbox;
        } catch (StateException e) {
            LOG.error("what the store has of {} cannot be read", record.name(), e);
            return null;
        }
    }

    @Override
    public Offer offer(SharedSandbox next, long follows) {
        return switch (records.put(sealed(next), follows).toCompletableFuture().join()) {
            case RecordAnswer.Taken() -> new Offer.Taken();
            case RecordAnswer.Newer(long generation) -> new Offer.Newer(generation);
            case RecordAnswer.Unavailable(var why) -> new Offer.Unavailable(why);
        };
    }

    @Override
    public CompletionStage<@Nullable Confirmation> end(SandboxId id, long generation) {
        return records.remove(name(id), generation).thenApply(ReplicatedSandboxes::confirmation);
    }

    private static @Nullable Confirmation confirmation(@Nullable Confirmed confirmed) {
        return confirmed == null ? null : new Confirmation(confirmed.gateways(), confirmed.of());
    }

    @Override
    public void missed(SandboxId id) {
        records.missed(name(id));
    }

    @Override
    public Found find(SandboxId id) {
        try {
            RecordVersion there =
                    records.version(name(id)).toCompletableFuture().join();
            if (there.generation() == 0) {
                return new Found.Nothing();
            }
            SharedRecord record = there.mark().isEmpty()
                    ? null
                    : records.get(name(id)).toCompletableFuture().join();
            if (record == null) {
                return new Found.Gone(there.generation());
            }
            SharedSandbox sandbox = opened(record);
            return sandbox == null ? new Found.Unavailable("it cannot be read") : new Found.Live(sandbox);
        } catch (CompletionException e) {
            LOG.debug("the store was asked for {}", id, e);
            return new Found.Unavailable("the store does not answer");
        }
    }

    @Override
    public CompletionStage<@Nullable Confirmation> confirmed(SandboxId id, long generation) {
        return records.confirmed(name(id), generation).thenApply(ReplicatedSandboxes::confirmation);
    }

    private SharedChanges changes() {
        SharedChanges known = changes;
        if (known == null) {
            throw new IllegalStateException("asked before the state was loaded");
        }
        return known;
    }

    @Override
    public Map<String, RecordVersion> held() {
        Map<String, RecordVersion> held = new HashMap<>();
        changes()
                .records()
                .forEach(record ->
                        held.put(name(record.id()), new RecordVersion(record.generation(), seal.mark(record))));
        return held;
    }

    @Override
    public @Nullable SharedRecord record(String name) {
        SandboxId id = id(name);
        SharedSandbox sandbox = id == null ? null : changes().find(id);
        return sandbox == null ? null : sealed(sandbox);
    }

    @Override
    public boolean isKnown(String name) {
        return id(name) != null;
    }

    @Override
    public CompletionStage<Boolean> put(SharedRecord record) {
        SharedSandbox sandbox = opened(record);
        return sandbox == null
                ? CompletableFuture.completedStage(false)
                : changes().put(sandbox);
    }

    @Override
    public CompletionStage<Boolean> remove(String name, long generation) {
        SandboxId id = id(name);
        return id == null ? CompletableFuture.completedStage(false) : changes().end(id, generation);
    }

    @Override
    public void close() {
        records.close();
    }
}
