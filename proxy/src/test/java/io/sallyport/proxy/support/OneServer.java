package io.sallyport.proxy.support;

import io.sallyport.model.SandboxId;
import io.sallyport.model.host.ApiServerHost;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.enforce.server.ApiTool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One sandbox has the API server {@code build}, which answers.
 *
 * @param port its own
 */
public record OneServer(String sandbox, int port) implements ApiServers {
    public static final String TOKEN = "6f1c-token";

    private static final String NAME = "build.api.internal";

    @Override
    public Found call(SandboxId asking, CanonicalHost host, int asked) {
        boolean isIt =
                asking.text().equals(sandbox) && asked == 80 && host.text().equals(NAME);
        return isIt ? Found.Up.of(TOKEN, "run-1") : new Found.Unknown();
    }

    @Override
    public @Nullable CanonicalHost name(SandboxId asking, CanonicalHost host, int asked) {
        boolean isIt = asking.text().equals(sandbox)
                && asked == port
                && List.of(NAME, ApiServerHost.ALIAS).contains(host.text());
        return isIt ? ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(NAME)).value() : null;
    }

    @Override
    public @Nullable List<ApiTool> tools(SandboxId asking) {
        return null;
    }
}
