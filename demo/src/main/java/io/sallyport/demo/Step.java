package io.sallyport.demo;

import io.sallyport.client.AdminClient;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** One line of the demonstration. */
sealed interface Step {
    /** Returns the request or change in a few words. */
    String title();

    /**
     * A request by a client process.
     *
     * @param environment the client's whole environment except PATH and HOME
     * @param counted the origin whose requests are counted
     */
    record Ask(String title, Map<String, String> environment, List<String> command, Counted counted, Expected expected)
            implements Step {
        public Ask {
            environment = Map.copyOf(environment);
            command = List.copyOf(command);
        }

        Ask expecting(Expected other) {
            return new Ask(title, environment, command, counted, other);
        }
    }

    /** A call of the control API, which must succeed. */
    record Change(String title, Call call) implements Step {}

    /** Counts the requests that have reached an origin. */
    @FunctionalInterface
    interface Counted {
        int requests();
    }

    /** One call of the control API. */
    @FunctionalInterface
    interface Call {
        AdminClient.Reply send(AdminClient admin) throws IOException;
    }

    /**
     * How a request must end.
     *
     * @param verdict of its last audit record; {@code reason} likewise
     * @param reachesOrigin whether the request must reach the origin; if false, it must not
     * @param clientSees a part of what the client prints
     */
    record Expected(String verdict, String reason, boolean reachesOrigin, String clientSees) {
        static Expected allowed(String clientSees) {
            return new Expected("allow", "granted", true, clientSees);
        }

        static Expected denied(String reason, String clientSees) {
            return new Expected("deny", reason, false, clientSees);
        }
    }
}
