package io.sallyport.control;

import io.sallyport.model.SandboxId;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Certificates that outlive a restart as those on a disk would; each that is made is another. */
final class MemoryAuthorities implements CertificateAuthorities {
    private final Map<SandboxId, String> certificates = new ConcurrentHashMap<>();
    private int made;

    @Override
    public void load(SandboxId sandbox) {
        if (!certificates.containsKey(sandbox)) {
            create(sandbox);
        }
    }

    @Override
    public synchronized void create(SandboxId sandbox) {
        certificates.put(sandbox, "certificate " + ++made + " of " + sandbox);
    }

    @Override
    public void adopt(SandboxId sandbox, byte[] ca) {
        certificates.put(sandbox, new String(ca, StandardCharsets.UTF_8));
    }

    @Override
    public byte @Nullable [] encoded(SandboxId sandbox) {
        String certificate = certificates.get(sandbox);
        return certificate == null ? null : certificate.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void remove(SandboxId sandbox) {
        certificates.remove(sandbox);
    }

    @Override
    public void sweep(Set<SandboxId> sandboxes) {
        certificates.keySet().retainAll(sandboxes);
    }

    @Override
    public @Nullable String certificatePem(SandboxId sandbox) {
        return certificates.get(sandbox);
    }
}
