package io.sallyport.decision.guard;

import io.sallyport.decision.Judge;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.skills.Permissions;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Decision;
import io.sallyport.model.FileOperation;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.message.Inquiry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a manifest declares, compiled as a lease is: there is no second matcher. Asked beside the lease. Safe for
 * concurrent use.
 *
 * @param policy requests, files, tools and models
 * @param network null where the manifest declares no use of the network
 * @param files null where it declares no use of files
 * @param tools whether it declares a use of tools
 * @param models whether it declares a use of models
 */
public record DeclaredPermissions(
        PolicySnapshot policy,
        @Nullable Network network,
        @Nullable Files files,
        boolean tools,
        boolean models) implements Permissions {
    /**
     * Use of the network.
     *
     * @param webSockets what opens a WebSocket, as the requests that open it
     * @param hosts all that is declared, by its hosts alone
     * @param ofRequests for why a request is not covered, from the widest to the narrowest
     * @param ofWebSockets the same for what opens a WebSocket
     */
    public record Network(
            PolicySnapshot webSockets, Judge hosts, List<Narrowing> ofRequests, List<Narrowing> ofWebSockets) {
        public Network {
            ofRequests = List.copyOf(ofRequests);
            ofWebSockets = List.copyOf(ofWebSockets);
        }
    }

    /** What is declared, with some parts left open: what this refuses is refused for {@code reason}. */
    public record Narrowing(ReasonCode reason, Judge judge) {}

    /**
     * Use of files.
     *
     * @param executing what may be executed, asked as reading it; null where nothing may
     */
    public record Files(
            boolean read, boolean write, @Nullable PolicySnapshot executing) {}

    @Override
    public Decision check(Inquiry inquiry) {
        return switch (inquiry.question()) {
            case CanonicalRequest request -> check(request, inquiry.webSocket());
            case CanonicalAction action ->
                switch (action.kind()) {
                    case FILE -> check(action, inquiry.operation());
                    case TOOL -> named(action, tools);
                    case MODEL -> named(action, models);
                    case CONNECT, HTTP, FETCH, DELEGATE, VENDOR -> Decision.Deny.of(ReasonCode.CAPABILITY_NOT_DECLARED);
                };
        };
    }

    private Decision check(CanonicalRequest request, boolean webSocket) {
        if (network == null) {
            return Decision.Deny.of(ReasonCode.NET_NOT_DECLARED);
        }
        Decision said = (webSocket ? network.webSockets() : policy).decide(request);
        return said.reason() == ReasonCode.NO_GRANT
                ? Decision.Deny.of(why(request, webSocket ? network.ofWebSockets() : network.ofRequests()))
                : said;
    }

    private ReasonCode why(CanonicalRequest request, List<Narrowing> narrowings) {
        if (network == null || network.hosts().decide(request) instanceof Decision.Deny) {
            return ReasonCode.DOMAIN_NOT_ALLOWED;
        }
        for (Narrowing narrowing : narrowings) {
            if (narrowing.judge().decide(request) instanceof Decision.Deny) {
                return narrowing.reason();
            }
        }
        return ReasonCode.PATH_NOT_ALLOWED;
    }

    private Decision check(CanonicalAction file, @Nullable FileOperation operation) {
        if (files == null) {
            return Decision.Deny.of(ReasonCode.FS_NOT_DECLARED);
        }
        if (operation == FileOperation.EXECUTE) {
            return files.executing() == null
                    ? Decision.Deny.of(ReasonCode.FS_NOT_DECLARED)
                    : covered(files.executing().decide(file), ReasonCode.PATH_NOT_ALLOWED);
        }
        boolean writes = file.capability().equals(CapabilityName.FS_WRITE);
        if (!(writes ? files.write() : files.read())) {
            return Decision.Deny.of(writes ? ReasonCode.WRITE_NOT_ALLOWED : ReasonCode.READ_NOT_ALLOWED);
        }
        return covered(policy.decide(file), ReasonCode.PATH_NOT_ALLOWED);
    }

    private Decision named(CanonicalAction action, boolean declared) {
        return declared
                ? covered(policy.decide(action), ReasonCode.TARGET_NOT_ALLOWED)
                : Decision.Deny.of(ReasonCode.CAPABILITY_NOT_DECLARED);
    }

    private static Decision covered(Decision said, ReasonCode otherwise) {
        return said.reason() == ReasonCode.NO_GRANT ? Decision.Deny.of(otherwise) : said;
    }

    @Override
    public List<String> nearest(Inquiry inquiry, int limit) {
        return switch (inquiry.question()) {
            case CanonicalRequest request -> nearest(request, inquiry.webSocket(), limit);
            case CanonicalAction action -> {
                PolicySnapshot executing = files == null ? null : files.executing();
                boolean executes = inquiry.operation() == FileOperation.EXECUTE;
                yield executes
                        ? executing == null ? List.of() : executing.nearest(action, limit)
                        : policy.nearest(action, limit);
            }
        };
    }

    private List<String> nearest(CanonicalRequest request, boolean webSocket, int limit) {
        return webSocket && network != null
                ? network.webSockets().nearest(request, limit)
                : policy.nearest(request, limit);
    }
}
