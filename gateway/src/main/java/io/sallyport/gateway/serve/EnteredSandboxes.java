package io.sallyport.gateway.serve;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.ChangeKind;
import io.sallyport.fence.EntrySandboxes;
import io.sallyport.fence.FenceSockets;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.AddedListeners;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The sandboxes of one gateway, for {@code sandbox enter}. Each fence is recorded, of kind {@code lifecycle}, as it
 * begins and ends. Safe for concurrent use.
 */
record EnteredSandboxes(Gateway gateway, AuditLog audit, InstantSource clock) implements EntrySandboxes {
    private static final String RULE = "source:enter";

    @Override
    public @Nullable Set<Integer> grantedPorts(String sandbox) {
        SandboxId id = known(sandbox);
        return id == null ? null : gateway.grantedPorts(id);
    }

    @Override
    public @Nullable Listening listen(String sandbox, FenceSockets sockets) throws IOException {
        SandboxId id = known(sandbox);
        if (id == null) {
            return null;
        }
        AddedListeners added = gateway.listen(new FenceListeners(id, sockets).first());
        if (known(sandbox) == null) { // it ended meanwhile, and perhaps before there was anything to close
            added.close();
            return null;
        }
        record(id, "a fence is entered, proxy port " + sockets.proxy().address().getPort());
        added.ended().thenRun(() -> record(id, "a fence has ended"));
        return new InFence(added);
    }

    private void record(SandboxId id, String what) {
        audit.append(AuditEvent.begin(audit.nextId(), clock.millis())
                .sandbox(id.text(), null, -1)
                .rule(RULE)
                .detail(what)
                .change(ChangeKind.LIFECYCLE, ReasonCode.GRANTED, 0));
    }

    private @Nullable SandboxId known(String sandbox) {
        SandboxId id = SandboxId.parse(sandbox);
        return id != null && gateway.isKnown(id) ? id : null;
    }

    private record InFence(AddedListeners added) implements Listening {
        @Override
        public CompletionStage<Void> ended() {
            return added.ended();
        }

        @Override
        public void close() {
            added.close();
        }
    }
}
