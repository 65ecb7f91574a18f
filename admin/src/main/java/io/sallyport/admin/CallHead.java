package io.sallyport.admin;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.body.CallBody;
import io.sallyport.control.calls.Precondition;
import io.sallyport.model.SandboxId;
import io.sallyport.model.text.Parsed;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the head of a permitted call says: its ids, and whether its parameters and header fields fit its route. */
sealed interface CallHead {
    /**
     * The head fits.
     *
     * @param id null if the route has none
     * @param skill null if the route names none
     */
    record Accepted(@Nullable SandboxId id, @Nullable String skill, Precondition condition) implements CallHead {}

    record Rejected(Problem problem) implements CallHead {}

    /**
     * Reads the head.
     *
     * @param maxBodyBytes limit of the body, on a route that takes one
     */
    static CallHead read(HttpRequest head, CallTarget target, Route route, int maxBodyBytes) {
        for (String name : target.parameters().keySet()) {
            if (!route.parameters().contains(name)) {
                return rejected(
                        400,
                        "UNKNOWN_PARAMETER",
                        "\"" + CallBody.shown(name) + "\" is no parameter of this call (expected: "
                                + String.join(", ", new TreeSet<>(route.parameters())) + ")");
            }
        }
        return switch (CallCondition.read(head.headers(), route)) {
            case Parsed.Rejected<Precondition>(var why, int _) -> rejected(400, "INVALID_HEADER", why);
            case Parsed.Accepted<Precondition>(var condition) ->
                route.takesBody()
                        ? readBodyFields(head, target, route, condition, maxBodyBytes)
                        : readIds(target, route, condition);
        };
    }

    private static CallHead readBodyFields(
            HttpRequest head, CallTarget target, Route route, Precondition condition, int maxBodyBytes) {
        String coding = head.headers().get(HttpHeaderNames.CONTENT_ENCODING);
        if (coding != null && !coding.equalsIgnoreCase("identity")) {
            return rejected(415, "UNSUPPORTED_CODING", "the body has a content coding (expected: none)");
        }
        String type = head.headers().get(HttpHeaderNames.CONTENT_TYPE, "");
        Charset charset = HttpUtil.getCharset(type, StandardCharsets.UTF_8);
        if (!charset.equals(StandardCharsets.UTF_8)) {
            String name = charset.name().toLowerCase(Locale.ROOT);
            return rejected(415, "UNSUPPORTED_CHARSET", "the body is in " + name + " (expected: utf-8)");
        }
        return HttpUtil.getContentLength(head, 0L) > maxBodyBytes
                ? new Rejected(Problem.tooLarge(maxBodyBytes))
                : readIds(target, route, condition);
    }

    private static CallHead readIds(CallTarget target, Route route, Precondition condition) {
        String text = route.idIn(target.segments());
        SandboxId id = text == null ? null : SandboxId.parse(text);
        return text != null && id == null
                ? rejected(400, "INVALID_ID", "no sandbox id (expected: [A-Za-z0-9][A-Za-z0-9._-]{0,62})")
                : new Accepted(id, route.skillIn(target.segments()), condition);
    }

    private static Rejected rejected(int status, String code, String message) {
        return new Rejected(Problem.of(status, code, message));
    }
}
