package io.sallyport.apiservers;

/** Is told where a server stands, each time that it changes, on the supervisor's loop; must not wait. */
@FunctionalInterface
public interface ServerListener {
    void changed(ServerProcess server, ServerState state);
}
