package io.sallyport.cli.run;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.Sha256;
import io.sallyport.testkit.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which program is on record with what it asks for in a fence. */
class FencedProgramsTest {
    private static final String LEASE = "{\"net.fetch\": [\"http://yes.test/**\", \"https://yes.test/tunnel\"]}";

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void needs() {
        require("curl");
        require("python3");
    }

    @Test
    void itIsKnownByTheProxyCapturedAndInsideATunnel() throws Exception {
        Path curl = require("curl").toRealPath();
        assertThat(programs("""
                curl -sS --proxy $PROXY http://yes.test/proxy
                curl -sS http://yes.test/captured
                curl -sS https://yes.test/tunnel
                curl -sS --proxy $PROXY http://no.test/refused
                """))
                .contains(line("/proxy", curl), line("/captured", curl), line("/tunnel", curl), line("/refused", curl));
    }

    @Test
    void twoProgramsAreToldApart() throws Exception {
        Path own = folder.resolve("own \"curl\"");
        assertThat(programs("""
                PYTHON=$(python3 -c 'import os, sys; print(os.path.realpath(sys.executable))')
                ln -s $PYTHON python
                ./python -c 'import urllib.request as r; r.urlopen("http://yes.test/python").read()'
                cp "$(command -v curl)" 'own "curl"'
                './own "curl"' -sS http://yes.test/own
                """))
                .contains(line("/python", folder.resolve("python").toRealPath()), line("/own", own));
    }

    @Test
    void aProgramThatWasRemovedIsNotKnown() throws Exception {
        assertThat(programs("""
                cp $(python3 -c 'import os, sys; print(os.path.realpath(sys.executable))') gone
                PYTHONHOME=$(python3 -c 'import sys; print(sys.base_prefix)') ./gone -c '
                import os, urllib.request as r
                os.unlink("gone")
                r.urlopen("http://yes.test/gone").read()'
                """)).contains("/gone - -");
    }

    @Test
    void aSocketThatAnotherProgramHasAsWellIsNobodys() throws Exception {
        assertThat(programs("""
                python3 -c '
                import socket, subprocess
                s = socket.create_connection(("yes.test", 80))
                s.set_inheritable(True)
                other = subprocess.Popen(["sleep", "60"], close_fds=False)
                s.sendall(b"GET /inherited HTTP/1.1\\r\\nHost: yes.test\\r\\nConnection: close\\r\\n\\r\\n")
                while s.recv(4096): pass
                other.kill()'
                """)).contains("/inherited - -");
    }

    @Test
    void itIsKnownAtAPortThatTheKernelRedirects() throws Exception {
        require("nft");
        Path curl = require("curl").toRealPath();
        String everyPort = "{\"net.fetch\": [\"http://yes.test:*/open/**\"]}";
        assertThat(programs(everyPort, "curl -sS http://yes.test:8081/refused")).contains(line("/refused", curl));
    }

    private List<String> programs(String script) throws Exception {
        return programs(LEASE, script);
    }

    private List<String> programs(String lease, String script) throws Exception {
        try (var gateway = new FencedGateway(folder, _ -> Answer.text(200, "hello\n"))) {
            String said = gateway.says(lease, script);
            List<String> programs = gateway.programs();
            assertThat(programs).as(said).isNotEmpty();
            return programs;
        }
    }

    private static String line(String path, Path program) throws IOException {
        return path + " " + program + " "
                + Sha256.of(Files.readAllBytes(program)).hex();
    }
}
