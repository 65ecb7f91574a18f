package io.sallyport.decision;

import io.sallyport.model.SandboxId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The sandboxes that are known now, held in memory. Changes are made one after the other; readers never wait, and see
 * each sandbox either wholly as before a change or as after it.
 */
public final class SandboxRegistry implements Sandboxes {
    /** The digest that no token has: compared with where a sandbox is not known. */
    private static final String NO_TOKEN = "0".repeat(64);

    private final Map<SandboxId, Entry> byId = new ConcurrentHashMap<>();
    private final Map<String, Sandbox> byToken = new ConcurrentHashMap<>();

    private record Entry(Sandbox sandbox, String tokenSha256) {}

    /**
     * Makes {@code sandbox} known, in place of the one with its id; from then on the token of that digest is its only
     * one.
     *
     * @param tokenSha256 lower-case hex
     * @throws IllegalArgumentException where another sandbox holds that token
     */
    public synchronized void put(Sandbox sandbox, String tokenSha256) {
        Sandbox holder = byToken.get(tokenSha256);
        if (holder != null && !holder.id().equals(sandbox.id())) {
            throw new IllegalArgumentException("the token of " + sandbox.id() + " is another sandbox's");
        }
        Entry before = byId.put(sandbox.id(), new Entry(sandbox, tokenSha256));
        if (before != null && !before.tokenSha256().equals(tokenSha256)) {
            byToken.remove(before.tokenSha256());
        }
        byToken.put(tokenSha256, sandbox);
    }

    /** Forgets the sandbox and its token; answers what was known, or null. */
    public synchronized @Nullable Sandbox remove(SandboxId id) {
        Entry before = byId.remove(id);
        if (before == null) {
            return null;
        }
        byToken.remove(before.tokenSha256());
        return before.sandbox();
    }

    /** All sandboxes, in no order; a copy. */
    public Collection<Sandbox> all() {
        return byId.values().stream().map(Entry::sandbox).toList();
    }

    @Override
    public @Nullable Sandbox find(SandboxId id) {
        Entry entry = byId.get(id);
        return entry == null ? null : entry.sandbox();
    }

    @Override
    public @Nullable Sandbox findByToken(String sha256) {
        return byToken.get(sha256);
    }

    @Override
    public boolean holdsToken(SandboxId id, String sha256) {
        Entry entry = byId.get(id);
        String held = entry == null ? NO_TOKEN : entry.tokenSha256();
        return MessageDigest.isEqual(bytes(held), bytes(sha256)) && entry != null;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
