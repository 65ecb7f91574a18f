package io.sallyport.bench;

import io.sallyport.regoengine.value.RegoJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the policy shapes, their rules and the request for other engines: {@code ShapesForOthers FOLDER}, with one
 * subfolder per count.
 */
public final class ShapesForOthers {
    private ShapesForOthers() {}

    public static void main(String... args) throws IOException {
        for (int count : new int[] {20, 500}) {
            Path folder = Files.createDirectories(Path.of(args[0], String.valueOf(count)));
            Files.writeString(folder.resolve("shapes.rego"), PolicyShapes.REGO);
            Files.writeString(folder.resolve("data.json"), RegoJson.write(PolicyShapes.rules(count)));
            Files.writeString(
                    folder.resolve("input.json"),
                    RegoJson.write(PolicyShapes.request(count, PolicyShapes.Fitting.LAST)));
        }
    }
}
