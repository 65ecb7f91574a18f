package io.sallyport.proxy.credentials;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Verdict;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.credentials.SigV4Rule.SignedPart;
import io.sallyport.proxy.listener.RequestHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The one credential of a request that signs it, if it has one: what cannot be signed anew is refused. */
public final class SigningRule {
    private SigningRule() {}

    /** Whether {@code head} can be signed; a CONNECT is not, but what comes in its tunnel. */
    static Verdict judge(RequestHead head, CredentialScope scope) {
        List<Credential> signing = signing(scope);
        if (signing.isEmpty() || scope.request().kind() == RequestKind.CONNECT) {
            return Verdict.PASS;
        }
        if (signing.size() > 1) {
            return refused("more than one credential signs requests to this target");
        }
        return switch (part(head, scope, signing.getFirst())) {
            case Parsed.Accepted<SignedPart> _ -> Verdict.PASS;
            case Parsed.Rejected<SignedPart>(String why, int _) -> refused(why);
        };
    }

    /** Signs what {@link #judge} let through; null where nothing does. */
    static @Nullable SigV4Signing of(RequestHead head, CredentialScope scope) {
        List<Credential> signing = signing(scope);
        return !signing.isEmpty()
                        && scope.value(signing.getFirst()) instanceof CredentialValue.SigningKeys(AwsKeys keys, var _)
                        && part(head, scope, signing.getFirst()) instanceof Parsed.Accepted(SignedPart part)
                ? new SigV4Signing(keys, part)
                : null;
    }

    /** Whether {@code head} is signed with the hash of its body, which nobody has said. */
    public static boolean hashesBody(RequestHead head, CredentialScope scope) {
        SigV4Signing signing = of(head, scope);
        return signing != null && signing.hashesBody();
    }

    private static List<Credential> signing(CredentialScope scope) {
        return scope.attached().stream()
                .filter(credential -> credential.use().signing() != null)
                .toList();
    }

    private static Parsed<SignedPart> part(RequestHead head, CredentialScope scope, Credential credential) {
        SigV4Rule rule = credential.use().signing();
        return rule == null
                ? new Parsed.Rejected<>("it signs nothing")
                : rule.judge(head, scope.request().query().text(), scope.headers());
    }

    private static Verdict refused(String why) {
        return Verdict.Refuse.hinted(ReasonCode.SIGNING_REFUSED, why);
    }
}
