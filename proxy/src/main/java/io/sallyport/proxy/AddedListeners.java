package io.sallyport.proxy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Listeners that were added to a running proxy. Safe for concurrent use. */
public final class AddedListeners implements AutoCloseable {
    private final ProxyListeners all;
    private final List<ProxyListeners.Listener> added;

    AddedListeners(ProxyListeners all, List<ProxyListeners.Listener> added) {
        this.all = all;
        this.added = List.copyOf(added);
    }

    /** Completes once one of them accepts nothing any more, since their sandbox or the proxy has ended, or by close. */
    public CompletionStage<Void> ended() {
        var ended = new CompletableFuture<Void>();
        added.forEach(each -> each.channel().closeFuture().addListener(_ -> ended.complete(null)));
        return ended;
    }

    /** Accepts nothing more from them; connections that are open go on. Returns at once. */
    @Override
    public void close() {
        all.remove(added);
    }
}
