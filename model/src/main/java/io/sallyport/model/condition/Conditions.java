package io.sallyport.model.condition;

import java.util.List;

/**
 * What a grant asks of a request besides its host, method and path. Immutable.
 *
 * @param parameters of the query; others may be there as well
 * @param call of the body, or of the messages of a WebSocket
 * @param within areas in one of which the request is; empty for anywhere
 * @param outside areas in none of which the request is: something more specific decides there
 */
public record Conditions(
        List<ParameterCondition> parameters, CallPattern call, List<RequestArea> within, List<RequestArea> outside) {
    /** Every request fits. */
    public static final Conditions NONE = new Conditions(List.of(), new CallPattern.Any());

    public Conditions {
        parameters = List.copyOf(parameters);
        within = List.copyOf(within);
        outside = List.copyOf(outside);
    }

    /** Conditions on requests anywhere. */
    public Conditions(List<ParameterCondition> parameters, CallPattern call) {
        this(parameters, call, List.of(), List.of());
    }

    /** Returns conditions on the call alone. */
    public static Conditions of(CallPattern call) {
        return new Conditions(List.of(), call);
    }

    /** Returns a copy for requests in one of those areas. */
    public Conditions within(List<RequestArea> areas) {
        return new Conditions(parameters, call, areas, outside);
    }

    /** Returns a copy for requests in none of those areas. */
    public Conditions outside(List<RequestArea> areas) {
        return new Conditions(parameters, call, within, areas);
    }

    /** Returns a copy for requests anywhere. */
    public Conditions anywhere() {
        return new Conditions(parameters, call);
    }
}
