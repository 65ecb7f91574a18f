package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.compiler.RegoCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProductVersionTest extends CommandLineTest {
    @Test
    void versionNamesCommitAndOpa() {
        assertThat(run("--version")).isZero();

        assertThat(out.toString().lines())
                .containsExactly("sallyport 0.1.0", "commit unknown", "OPA " + RegoCompiler.OPA_VERSION);
    }

    @Test
    void theVersionOfOpaIsThatOfTheCompiler() throws IOException {
        assertThat(Files.readString(Path.of("../rego-engine/opa-compiler/go.mod")))
                .contains("require github.com/open-policy-agent/opa v" + RegoCompiler.OPA_VERSION);
    }

    @Test
    void theVersionIsThatOfTheBuild() throws IOException {
        assertThat(Files.readString(Path.of("../pom.xml"))).contains("<version>0.1.0-SNAPSHOT</version>");
        assertThat(new ProductVersion().getVersion()[0]).isEqualTo("sallyport 0.1.0");
    }
}
