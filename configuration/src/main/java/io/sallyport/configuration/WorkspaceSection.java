package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.model.WorkspaceId;
import java.util.List;

/** Reads {@code workspaces}. */
final class WorkspaceSection {
    private static final Keys WORKSPACES = new Keys("workspaces");
    private static final Key<WorkspaceId> DEFAULT = WORKSPACES.optional(
            "default",
            Form.text("a workspace id, such as team-a", WorkspaceId::parse),
            "none",
            "The [workspace](layers.md#workspaces) of each sandbox and lease that names none. Those that were put"
                    + " before it was configured are in it from the next start on.");
    private static final Key<Boolean> REQUIRED = WORKSPACES.value(
            "required", Form.TRUTH, false, "Whether a sandbox or lease without a workspace is refused everything.");

    private WorkspaceSection() {}

    static List<Keys> keys() {
        return List.of(WORKSPACES);
    }

    static Config.Workspaces read(Section section) throws ConfigException {
        var read = new Config.Workspaces(section.find(DEFAULT), section.read(REQUIRED));
        section.end();
        return read;
    }
}
