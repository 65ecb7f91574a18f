package io.sallyport.gateway.serve;

import io.sallyport.fence.EntrySandboxes;
import io.sallyport.fence.FenceSockets;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.AddedListeners;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The sandboxes of one gateway, for {@code sandbox enter}. Safe for concurrent use. */
record EnteredSandboxes(Gateway gateway) implements EntrySandboxes {
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
        AddedListeners added = gateway.listen(FenceListeners.of(id, sockets));
        if (known(sandbox) == null) { // it ended meanwhile, and perhaps before there was anything to close
            added.close();
            return null;
        }
        return new InFence(added);
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
