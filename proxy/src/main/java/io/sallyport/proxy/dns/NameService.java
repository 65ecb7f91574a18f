package io.sallyport.proxy.dns;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.EventBuilder;
import io.sallyport.audit.RequestPart;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.Sandboxes;
import io.sallyport.decision.secrets.FindingMode;
import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.IpAddress;
import io.sallyport.model.secret.FoundSecret;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.enforce.OwnHosts;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers the queries of sandboxes: a name that a grant covers, or that the gateway answers under itself, has one
 * address of the gateway's own; every other name does not exist. Asks nobody else. Leaves a record of each query. Safe
 * for concurrent use; returns at once.
 */
public final class NameService {
    private final Sandboxes sandboxes;
    private final OwnHosts own;
    private final SandboxAddresses addresses;
    private final DnsSettings settings;
    private final FindingPolicy findings;
    private final AuditLog audit;
    private final InstantSource clock;

    /**
     * @param findings what is done about names that hold secrets
     * @param clock wall time, for records
     */
    public NameService(
            Sandboxes sandboxes,
            OwnHosts own,
            SandboxAddresses addresses,
            DnsSettings settings,
            FindingPolicy findings,
            AuditLog audit,
            InstantSource clock) {
        this.sandboxes = sandboxes;
        this.own = own;
        this.addresses = addresses;
        this.settings = settings;
        this.findings = findings;
        this.audit = audit;
        this.clock = clock;
    }

    DnsSettings settings() {
        return settings;
    }

    /**
     * Returns the answer to {@code message} of {@code owner}, which the caller releases; null if there is none.
     *
     * @param owner null if nobody knows whose it is
     * @param message stays the caller's
     */
    @Nullable
    ByteBuf answer(@Nullable SandboxId owner, ByteBuf message, ByteBufAllocator alloc) {
        return switch (DnsReader.read(message)) {
            case DnsMessage.Silent _ -> null;
            case DnsMessage.Unserved(DnsHeader header, DnsCode code, String why) -> {
                record(owner, RequestPart.NONE, ReasonCode.MALFORMED_REQUEST, why, List.of());
                yield DnsWriter.answer(alloc, header, code, null, null, settings.ttl());
            }
            case DnsMessage.Query(DnsHeader header, DnsQuestion question) -> {
                Reply reply = reply(owner, question);
                record(owner, reply.part(question), reply.reason(), reply.detail(), reply.found());
                yield DnsWriter.answer(alloc, header, reply.code(), question, reply.address(), settings.ttl());
            }
        };
    }

    /**
     * What a question comes to.
     *
     * @param name null where the name is none of a host
     */
    private record Reply(
            DnsCode code,
            ReasonCode reason,
            @Nullable CanonicalHost name,
            @Nullable IpAddress address,
            @Nullable String detail,
            List<FoundSecret> found) {
        static Reply refused(DnsCode code, ReasonCode reason, @Nullable CanonicalHost name, @Nullable String detail) {
            return new Reply(code, reason, name, null, detail, List.of());
        }

        Reply with(List<FoundSecret> secrets) {
            return new Reply(code, reason, name, address, detail, secrets);
        }

        RequestPart part(DnsQuestion question) {
            return RequestPart.name(
                    name == null ? null : name.text(),
                    question.typeWord(),
                    address == null ? null : address.toString());
        }
    }

    private Reply reply(@Nullable SandboxId owner, DnsQuestion question) {
        Sandbox sandbox = owner == null ? null : sandboxes.find(owner);
        if (sandbox == null) {
            return Reply.refused(DnsCode.REFUSED, ReasonCode.NO_IDENTITY, null, null);
        }
        if (!addresses.mayAsk(sandbox.id())) {
            return Reply.refused(DnsCode.REFUSED, ReasonCode.RATE_LIMITED, null, "proxy.dns.queries_per_second");
        }
        return switch (CanonicalHost.parse(question.name())) {
            case Parsed.Rejected(String why, int _) ->
                Reply.refused(DnsCode.REFUSED, ReasonCode.NOT_CANONICAL, null, question.name() + ": " + why);
            case Parsed.Accepted(CanonicalHost name) ->
                isServed(question)
                        ? reply(sandbox, name, question.type())
                        : Reply.refused(DnsCode.REFUSED, ReasonCode.METHOD_REFUSED, name, "another type or class");
        };
    }

    private static boolean isServed(DnsQuestion question) {
        return question.category() == DnsQuestion.INTERNET
                && switch (question.type()) {
                    case DnsQuestion.A, DnsQuestion.AAAA, DnsQuestion.SVCB, DnsQuestion.HTTPS -> true;
                    default -> false;
                };
    }

    private Reply reply(Sandbox sandbox, CanonicalHost name, int type) {
        if (name.isAddress()) {
            return Reply.refused(DnsCode.NAME_ERROR, ReasonCode.NO_GRANT, name, null);
        }
        return switch (own.find(sandbox.id(), name)) {
            case SERVED -> served(sandbox, name, type, ReasonCode.GATEWAY_OWN);
            case RESERVED -> Reply.refused(DnsCode.NAME_ERROR, ReasonCode.LOCAL_NAME, name, null);
            case OUTSIDE ->
                switch (PolicyChain.of(sandbox).lookUp(name)) {
                    case Verdict.Pass _ -> searched(sandbox, name, type);
                    case Verdict.Refuse why -> Reply.refused(DnsCode.NAME_ERROR, why.reason(), name, null);
                };
        };
    }

    private Reply searched(Sandbox sandbox, CanonicalHost name, int type) {
        List<FoundSecret> found = findings.searches() ? findings.search().in(name) : List.of();
        boolean refused = !found.isEmpty() && findings.mode() == FindingMode.ENFORCE;
        Reply reply = refused
                ? Reply.refused(DnsCode.NAME_ERROR, ReasonCode.SECRET_FOUND, name, null)
                : served(sandbox, name, type, ReasonCode.GRANTED);
        return reply.with(found);
    }

    /** Only the type A has an address: there are none of IPv6, and no keys for encrypted hellos (ECH). */
    private Reply served(Sandbox sandbox, CanonicalHost name, int type, ReasonCode reason) {
        if (type != DnsQuestion.A) {
            return new Reply(DnsCode.NO_ERROR, reason, name, null, null, List.of());
        }
        IpAddress address = addresses.give(sandbox.id(), name);
        return address == null
                ? Reply.refused(
                        DnsCode.SERVER_FAILURE, ReasonCode.TOO_MANY_NEW_NAMES, name, "proxy.dns.max_names are in use")
                : new Reply(DnsCode.NO_ERROR, reason, name, address, null, List.of());
    }

    private void record(
            @Nullable SandboxId owner,
            RequestPart part,
            ReasonCode reason,
            @Nullable String detail,
            List<FoundSecret> found) {
        EventBuilder event =
                AuditEvent.begin(audit.nextId(), clock.millis()).detail(detail).findings(found);
        Sandbox sandbox = owner == null ? null : sandboxes.find(owner);
        if (sandbox != null) {
            PolicySnapshot policy = sandbox.policy().current();
            event.sandbox(sandbox.id().text(), policy.facts().run(), policy.generation());
        }
        audit.append(event.name(part, reason));
    }
}
