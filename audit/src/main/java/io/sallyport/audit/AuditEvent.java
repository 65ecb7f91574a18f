package io.sallyport.audit;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.RequestKind;
import io.sallyport.model.trace.TraceContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One event of the audit log. Each kind of event is a type with the fields that only this kind has; {@link #facts} and
 * {@link #request} are common to all. Immutable. {@code docs/audit.md} lists the fields of a line. Created by {@link
 * #begin}.
 */
public sealed interface AuditEvent {
    /** Starts an event with its id and its time in milliseconds since the epoch. */
    static EventBuilder begin(String auditId, long timeMillis) {
        return new EventBuilder(auditId, timeMillis);
    }

    /** Returns who, when, why, and with what result. */
    EventFacts facts();

    /** Returns what is known of the request; {@link RequestPart#NONE} if the event is not about a request. */
    RequestPart request();

    /** Returns the word for {@code kind} in lines and queries. */
    String kind();

    /** A request through the proxy: {@code connect} or {@code http}. */
    record RequestEvent(RequestKind requestKind, EventFacts facts, RequestPart request) implements AuditEvent {
        @Override
        public String kind() {
            return requestKind.word();
        }
    }

    /** The end of a tunnel or stream, with the id of the request that opened it. */
    record EndEvent(EventFacts facts, RequestPart request) implements AuditEvent {
        @Override
        public String kind() {
            return "end";
        }
    }

    /**
     * A question to the decision API.
     *
     * @param kind of the request that the question is about, or {@code admin} if it could not be read
     */
    record QuestionEvent(String kind, EventFacts facts, RequestPart request, QuestionPart question)
            implements AuditEvent {}

    /** A request to the fetch endpoint. */
    record FetchEvent(EventFacts facts, RequestPart request, FetchPart fetch) implements AuditEvent {
        @Override
        public String kind() {
            return RequestKind.FETCH.word();
        }
    }

    /**
     * A request of a model, or the end of one that was answered in pieces, with the same id.
     *
     * @param isEnd whether it is the end
     */
    record ModelEvent(boolean isEnd, EventFacts facts, RequestPart request, ModelPart model) implements AuditEvent {
        @Override
        public String kind() {
            return isEnd ? "end" : RequestKind.MODEL.word();
        }
    }

    /** A question to the gateway's DNS: the host is the name, the method the type, the address what was answered. */
    record NameEvent(EventFacts facts, RequestPart request) implements AuditEvent {
        @Override
        public String kind() {
            return "dns";
        }
    }

    /** A call of the control API, or a change of a sandbox, a budget or a server. */
    record ChangeEvent(ChangeKind changeKind, EventFacts facts, RequestPart request) implements AuditEvent {
        @Override
        public String kind() {
            return changeKind.word();
        }
    }

    /**
     * Returns the same event with what its record bears beside it.
     *
     * @param labels of the sandbox
     * @param trace the span of the request, or null
     */
    default AuditEvent bearing(Map<String, String> labels, @Nullable TraceContext trace) {
        EventFacts facts = facts().with(labels, trace);
        return switch (this) {
            case RequestEvent event -> new RequestEvent(event.requestKind, facts, event.request);
            case EndEvent event -> new EndEvent(facts, event.request);
            case QuestionEvent event -> new QuestionEvent(event.kind, facts, event.request, event.question);
            case FetchEvent event -> new FetchEvent(facts, event.request, event.fetch);
            case ModelEvent event -> new ModelEvent(event.isEnd, facts, event.request, event.model);
            case NameEvent event -> new NameEvent(facts, event.request);
            case ChangeEvent event -> new ChangeEvent(event.changeKind, facts, event.request);
        };
    }

    default String auditId() {
        return facts().auditId();
    }

    default @Nullable String sandbox() {
        return facts().sandbox();
    }

    default ReasonCode reason() {
        return facts().reason();
    }

    /** Returns the verdict that the sandbox saw: that of the reason, or {@code allow} if a denial was only reported. */
    default AuditVerdict verdict() {
        return facts().verdict();
    }
}
