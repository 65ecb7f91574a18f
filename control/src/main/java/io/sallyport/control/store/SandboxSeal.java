package io.sallyport.control.store;

import io.sallyport.control.store.StateForms.SandboxForm;
import io.sallyport.model.SandboxId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Seals sandboxes for a store that several gateways share, under a key that all of them have and the store has not. The
 * id and the generation are authenticated along with the content. Safe for concurrent use.
 */
public final class SandboxSeal {
    private static final Path STORE = Path.of("shared");

    private final byte[] key;
    private final SecretSeal seal;

    private SandboxSeal(byte[] key) {
        this.key = key;
        this.seal = SecretSeal.of(derived("seal"));
    }

    /**
     * Reads the key.
     *
     * @throws StateException if {@code file} holds no key: gateways cannot each make one of their own
     */
    public static SandboxSeal read(Path file) throws StateException {
        byte[] key = SecretSeal.readKey(file);
        if (key == null) {
            throw new StateException(
                    file, "is not there: all gateways need the same one (head -c 32 /dev/urandom | base64)");
        }
        return new SandboxSeal(key);
    }

    /** A sandbox in the store, version 1. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record SharedForm(int v, SandboxForm sandbox, byte[] ca) implements StateForms.Versioned {
        private SharedForm {
            Objects.requireNonNull(sandbox, "sandbox");
            Objects.requireNonNull(ca, "ca");
        }
    }

    /** Returns the content for the store. What each gateway notes by itself is left out. */
    public String close(SharedSandbox sandbox) {
        SandboxRecord record = shared(sandbox.record());
        byte[] form = StateForms.write(new SharedForm(StateForms.VERSION, StateForms.of(record), sandbox.ca()));
        return Base64.getEncoder().encodeToString(seal.close(name(record.id(), record.generation()), form));
    }

    /** Returns what {@link #close} sealed; null if the key, the id, the generation or a byte differs. */
    public @Nullable SharedSandbox open(SandboxId id, long generation, String sealed) throws StateException {
        byte[] form;
        try {
            form = seal.open(name(id, generation), Base64.getDecoder().decode(sealed));
        } catch (IllegalArgumentException _) {
            return null;
        }
        if (form == null) {
            return null;
        }
        SharedForm read = StateForms.read(STORE, form, SharedForm.class);
        SandboxRecord record = StateForms.sandbox(read.sandbox());
        return record.id().equals(id) && record.generation() == generation
                ? new SharedSandbox(record, read.ca())
                : null;
    }

    private static String name(SandboxId id, long generation) {
        return "shared " + generation + " " + id.text();
    }

    private static SandboxRecord shared(SandboxRecord record) {
        return record.withDigest("").withTrials(record.trials().with(null));
    }

    /** Returns a mark that is equal for the same change of the same sandbox, and says nothing of it without the key. */
    public String mark(SandboxRecord record) {
        SandboxForm form = StateForms.of(shared(record).beforeEnd());
        return mac("mark", StateForms.write(form));
    }

    /** Returns a mark of the key. */
    public String keyMark() {
        return HexFormat.of().formatHex(derived("key mark"));
    }

    /** Returns the key that placeholders of credentials are made with, the same for all gateways. */
    public byte[] placeholderKey() {
        return derived("placeholders");
    }

    private byte[] derived(String use) {
        return mac(key, ("sallyport shared " + use).getBytes(StandardCharsets.US_ASCII));
    }

    private String mac(String use, byte[] content) {
        return HexFormat.of().formatHex(mac(derived(use), content));
    }

    private static byte[] mac(byte[] key, byte[] content) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC-SHA256", e);
        }
    }
}
