package io.sallyport.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.placeholder.PlaceholderFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaceholderFilesTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void eachFileHasAFolderOfItsOwnAndIsReplaced() throws Exception {
        var npm = new PlaceholderFile("NPM_CONFIG_USERCONFIG", "{file}", ".npmrc", "token={placeholder}");
        var docker = new PlaceholderFile("DOCKER_CONFIG", "{folder}", "config.json", "{placeholder}{placeholder}");
        Path stem = folder.resolve("sb-1.env");
        PlaceholderFiles.write(stem, List.of(npm.filled("before")));
        Map<String, String> variables = PlaceholderFiles.write(stem, List.of(npm.filled("one"), docker.filled("two")));
        Path all = folder.resolve("sb-1.env.files");
        assertThat(variables)
                .containsEntry(
                        "NPM_CONFIG_USERCONFIG",
                        all.resolve("NPM_CONFIG_USERCONFIG/.npmrc").toString())
                .containsEntry("DOCKER_CONFIG", all.resolve("DOCKER_CONFIG").toString());
        assertThat(all.resolve("NPM_CONFIG_USERCONFIG/.npmrc")).hasContent("token=one");
        assertThat(all.resolve("DOCKER_CONFIG/config.json")).hasContent("twotwo");
    }

    @Test
    void aLinkInThePlaceOfAFileIsReplacedAndNotFollowed() throws Exception {
        var file = new PlaceholderFile("NETRC", "{file}", ".netrc", "fresh");
        Path other = Files.writeString(folder.resolve("other"), "kept");
        Path written = folder.resolve("run.files/NETRC/.netrc");
        Files.createDirectories(written.resolveSibling("."));
        Files.createSymbolicLink(written, other);
        PlaceholderFiles.write(folder.resolve("run"), List.of(file));
        assertThat(other).hasContent("kept");
        assertThat(written).hasContent("fresh");
    }
}
