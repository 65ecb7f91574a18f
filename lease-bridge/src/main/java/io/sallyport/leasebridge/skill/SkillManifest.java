package io.sallyport.leasebridge.skill;

import io.sallyport.model.Grant;
import io.sallyport.model.SkillLimits;
import io.sallyport.model.SkillStatus;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The manifest of one skill. Immutable. Its grants are a ceiling: they are checked in addition to the lease, and give
 * nothing by themselves.
 *
 * @param id {@code [A-Za-z0-9][A-Za-z0-9._-]{0,63}}
 * @param version as written; empty if it has none
 * @param network null if the manifest declares no use of the network
 * @param files null if the manifest declares no use of files
 * @param tools null if the manifest declares no use of tools
 * @param models null if the manifest declares no use of models
 * @param commands name to module, a path below the skill's folder
 */
public record SkillManifest(
        String id,
        String version,
        SkillStatus status,
        @Nullable Network network,
        @Nullable Files files,
        @Nullable List<Grant.Named> tools,
        @Nullable List<Grant.Named> models,
        Map<String, String> commands,
        SkillLimits limits) {
    public SkillManifest {
        tools = tools == null ? null : List.copyOf(tools);
        models = models == null ? null : List.copyOf(models);
        commands = Map.copyOf(commands);
    }

    /**
     * Use of the network.
     *
     * @param requests what is sent as HTTP, or through a tunnel
     * @param webSockets the requests that open WebSockets
     */
    public record Network(List<Grant.Net> requests, List<Grant.Net> webSockets) {
        public Network {
            requests = List.copyOf(requests);
            webSockets = List.copyOf(webSockets);
        }
    }

    /**
     * Use of files.
     *
     * @param reading empty if nothing is read
     * @param writing empty if nothing is written
     * @param executing what is executed, as grants to read it
     */
    public record Files(List<Grant.Named> reading, List<Grant.Named> writing, List<Grant.Named> executing) {
        public Files {
            reading = List.copyOf(reading);
            writing = List.copyOf(writing);
            executing = List.copyOf(executing);
        }
    }
}
