package io.sallyport.demo;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.GitRepositories;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.OriginScript;
import io.sallyport.testkit.PackageIndex;
import io.sallyport.testkit.TestCa;
import io.sallyport.testkit.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** The targets of the demonstration, all on loopback: web sites with and without TLS, repositories, packages. */
final class Origins implements AutoCloseable {
    private static final String[] NAMES = {
        "docs.demo.test",
        "api.demo.test",
        "gist.demo.test",
        "news.demo.test",
        "other.demo.test",
        "git.demo.test",
        "packages.demo.test"
    };

    private final Path caFile;
    final Origin secure;
    final Origin plain;
    final Origin git;
    final Origin packages;

    Origins(Path folder) throws IOException {
        TestCa ca = TestCa.create("Sallyport demo CA", InstantSource.system());
        caFile = Files.writeString(folder.resolve("ca.pem"), ca.pem());
        OriginScript page = request -> Answer.text(200, "hello from " + request.header("host") + "\n");
        secure = Origin.tls(ca.leaf(NAMES), page);
        plain = Origin.plain(page);
        git = Origin.tls(ca.leaf(NAMES), repositories(folder));
        packages = Origin.tls(ca.leaf(NAMES), new PackageIndex("https", List.of("tinypack"), List.of("tinymod")));
    }

    private static OriginScript repositories(Path folder) throws IOException {
        Path program = Tools.find("git");
        if (program == null) {
            return _ -> Answer.text(404, "no git on this machine\n");
        }
        var repositories = new GitRepositories(program, Files.createDirectory(folder.resolve("repositories")));
        repositories.create("sample", Map.of("README", "a sample\n"));
        return repositories;
    }

    /** Returns the value for {@code egress.hosts}: each name and port, and the address that serves it. */
    Map<String, String> hosts() {
        return Map.ofEntries(
                Map.entry("docs.demo.test:443", secure.hostPort()),
                Map.entry("docs.demo.test:80", plain.hostPort()),
                Map.entry("api.demo.test:443", secure.hostPort()),
                Map.entry("api.demo.test:80", plain.hostPort()),
                Map.entry("gist.demo.test:443", secure.hostPort()),
                Map.entry("news.demo.test:443", secure.hostPort()),
                Map.entry("other.demo.test:443", secure.hostPort()),
                Map.entry("git.demo.test:443", git.hostPort()),
                Map.entry("packages.demo.test:443", packages.hostPort()));
    }

    /** Returns the origins' CA, which the gateway trusts, and which clients trust in tunnels that are not inspected. */
    Path caFile() {
        return caFile;
    }

    /** Returns how many requests reached any of the origins. */
    int requests() {
        return List.of(secure, plain, git, packages).stream()
                .mapToInt(origin -> origin.received().size())
                .sum();
    }

    @Override
    public void close() {
        secure.close();
        plain.close();
        git.close();
        packages.close();
    }
}
