package io.sallyport.apiservers;

/** Why a server, and with it its run, has failed. */
public enum FailureCause {
    /** No process: what this machine or the gateway lacks, nothing that a program did. */
    NOT_STARTED("not_started", "its program could not be started"),
    PORT_TAKEN("port_taken", "another program listens at its port"),
    EXITED_EARLY("exited_early", "it ended before it was healthy"),
    STARTUP_TIMEOUT("startup_timeout", "it was not healthy in time"),
    CRASHED("crashed", "it ended by itself"),
    HEALTH_LOST("health_lost", "it no longer answers /healthz"),
    GATEWAY_RESTARTED("gateway_restarted", "the gateway was restarted, and servers are not");

    private final String word;
    private final String message;

    FailureCause(String word, String message) {
        this.word = word;
        this.message = message;
    }

    /** Stable: events and metrics have it. */
    public String word() {
        return word;
    }

    /** Says it of a server that was named before. */
    public String message() {
        return message;
    }
}
