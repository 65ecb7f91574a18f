package io.sallyport.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.egress.tls.TrustRoots;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientFilesTest {
    private static final String CA =
            TestCa.create("sandbox", InstantSource.system()).pem();
    private static final String CORPORATE =
            TestCa.create("corporate", InstantSource.system()).pem();

    @TempDir
    Path folder = Path.of("");

    @Test
    void theSystemsRootsStayTrustedBesideTheSandboxes() throws Exception {
        ClientFiles files = write();
        int system = ((TrustRoots.Accepted) TrustRoots.read(List.of()))
                .roots()
                .certificates()
                .size();

        assertThat(Files.readString(files.extra())).isEqualTo(CA + CORPORATE);
        assertThat(Files.readString(files.bundle())).endsWith(CA + CORPORATE);
        assertThat(Files.readString(files.bundle()).split("-----BEGIN CERTIFICATE-----", -1))
                .hasSize(system + 3);
        KeyStore store = KeyStore.getInstance(files.store().toFile(), "changeit".toCharArray());
        assertThat(store.size()).isEqualTo(system + 2);
    }

    /** gRPC's own roots are built in, whatever the system trusts. */
    @Test
    void clientsThatKnowNoOtherRootsAreGivenTheBundle() throws Exception {
        ClientFiles files = write();
        assertThat(ClientVariables.of(Map.of(), files))
                .containsEntry(
                        "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH", files.bundle().toString())
                .containsEntry("SSL_CERT_FILE", files.bundle().toString());
    }

    @Test
    void everybodyMayReadThemAndTheyLieBesideTheirStem() throws IOException {
        ClientFiles files = write();
        for (Path file : List.of(files.extra(), files.bundle(), files.store())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-r--r--");
            assertThat(file).isAbsolute().hasParent(folder);
            assertThat(file.getFileName().toString()).startsWith("sb.env.");
        }
        assertThat(write()).isEqualTo(files);
        assertThat(folder).isDirectoryContaining("glob:**.p12").isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void aCertificateThatCannotBeReadIsAFailure() {
        assertThatThrownBy(() ->
                        ClientFiles.write(folder.resolve("sb.env"), "", List.of(folder.resolve("none.pem")), false))
                .isInstanceOf(IOException.class);
    }

    @Test
    void whatEveryJvmPrintsHoldsNoCredentials() throws IOException {
        var proxy = Map.of("https_proxy", "http://sb-1:secret@127.0.0.1:3128");
        String options = ClientVariables.of(proxy, write()).get(ClientVariables.JAVA);
        assertThat(options)
                .contains("-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=3128")
                .doesNotContain("secret");
    }

    @Test
    void whatGoesRoundTheProxyGoesRoundItInAJvmToo() throws IOException {
        var proxy = Map.of(
                "https_proxy", "http://a:b@192.0.2.1:1", "no_proxy", "localhost,127.0.0.1,::1,192.0.2.7,2001:db8::7");
        assertThat(ClientVariables.of(proxy, write()).get(ClientVariables.JAVA))
                .contains("-Dhttp.nonProxyHosts=localhost|127.*|[::1]|192.0.2.7|[2001:db8::7] ");
    }

    @Test
    void aPathWithASpaceStaysOneOption() throws IOException {
        Path spaced = Files.createDirectory(folder.resolve("two words"));
        ClientFiles files = ClientFiles.write(spaced.resolve("sb.env"), CA, List.of(), false);
        assertThat(ClientVariables.of(Map.of("https_proxy", "http://a:b@127.0.0.1:1"), files)
                        .get(ClientVariables.JAVA))
                .contains("\"-Djavax.net.ssl.trustStore=" + files.store() + "\"");
    }

    private ClientFiles write() throws IOException {
        Path corporate = Files.writeString(folder.resolve("corporate.pem"), CORPORATE);
        return ClientFiles.write(folder.resolve("sb.env"), CA, List.of(corporate), false);
    }
}
