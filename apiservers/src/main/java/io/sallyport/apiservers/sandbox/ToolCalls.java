package io.sallyport.apiservers.sandbox;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.host.Dialect;
import io.sallyport.proxy.enforce.server.ApiTool;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tools with the requests that call them. One whose request nobody could send is left out. */
final class ToolCalls {
    private static final Logger LOG = LoggerFactory.getLogger(ToolCalls.class);

    private ToolCalls() {}

    /** @param listed what {@link ToolLists} read */
    static List<ApiTool> of(String listed) {
        List<ApiTool> tools = new ArrayList<>();
        for (JsonNode tool : JsonMapper.shared().readTree(listed)) {
            String url = tool.path("endpoint").asString().replace("{", "").replace("}", "");
            if (CanonicalUrl.parse(url, Dialect.WIRE) instanceof Canonicalized.Accepted(var read)) {
                String method = tool.path("method").asString();
                tools.add(new ApiTool(
                        tool.toString(),
                        CanonicalRequest.http(
                                read.scheme(), read.host(), read.port(), method, read.path(), read.query())));
            } else {
                LOG.warn(
                        "API server {}: tool {} is left out: nobody can ask for its endpoint",
                        tool.path("server").asString(),
                        tool.path("name").asString());
            }
        }
        return List.copyOf(tools);
    }
}
