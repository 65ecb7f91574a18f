package io.sallyport.model.condition;

import java.util.List;

/**
 * What a grant asks of a request besides its host, method and path. Immutable.
 *
 * @param parameters of the query; others may be there as well
 * @param call of the body, or of the messages of a WebSocket
 */
public record Conditions(List<ParameterCondition> parameters, CallPattern call) {
    /** Every request fits. */
    public static final Conditions NONE = new Conditions(List.of(), new CallPattern.Any());

    public Conditions {
        parameters = List.copyOf(parameters);
    }

    /** Returns conditions on the call alone. */
    public static Conditions of(CallPattern call) {
        return new Conditions(List.of(), call);
    }
}
