package io.sallyport.cli.run;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.GitRepositories;
import io.sallyport.testkit.PackageIndex;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ordinary clients in a fence, once while learning and once by what was learned. */
class LearnedClientsTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void gitClonesByWhatWasLearnedAndNeitherPushesNorClonesAnotherRepository() throws Exception {
        Path git = require("git");
        var repositories = new GitRepositories(git, Files.createDirectory(folder.resolve("served")));
        repositories.create("sample", Map.of("README", "one\n"));
        repositories.create("other", Map.of("README", "two\n"));
        try (var gateway = new FencedGateway(folder, repositories)) {
            String learned = gateway.learns("""
                    export GIT_TERMINAL_PROMPT=0
                    git clone -q https://yes.test/sample.git learned && rm -r learned
                    """);
            assertThat(learned)
                    .contains(
                            "{method: GET, path: '/sample.git/info/refs'}",
                            "{method: POST, path: '/sample.git/git-upload-pack'}")
                    .doesNotContain("receive-pack");
            String said = gateway.says(policy(learned), """
                    export GIT_TERMINAL_PROMPT=0
                    git clone -q https://yes.test/sample.git copy && cat copy/README
                    cd copy && echo more >>README
                    git -c user.name=t -c user.email=t@localhost commit -qam inside
                    git push -q origin main; echo $?
                    git clone -q https://yes.test/other.git refused; echo $?
                    git clone -q https://no.test/sample.git refused; echo $?
                    """);
            assertThat(said).startsWith("one\n").contains("no_grant").doesNotContain("two");
            assertThat(repositories.subjects("sample", "main")).doesNotContain("inside");
        }
    }

    @Test
    void pipInstallsByWhatWasLearnedAndNotAnotherPackage() throws Exception {
        require("python3");
        require("pip");
        String pip = "python3 -m pip install --quiet --retries 0 --no-cache-dir --disable-pip-version-check"
                + " --root-user-action ignore --index-url https://yes.test/simple/ --target ";
        try (var gateway =
                new FencedGateway(folder, new PackageIndex("https", List.of("tinypack", "otherpack"), List.of()))) {
            String learned = gateway.learns(pip + "learned tinypack");
            assertThat(learned).contains("host: 'yes.test'", "tinypack").doesNotContain("otherpack", "not learned");
            String said = gateway.says(
                    policy(learned), pip + "yes tinypack; echo $?\n" + pip + "no otherpack 2>/dev/null; echo $?\n");
            assertThat(said).isEqualTo("0\n1\n");
            assertThat(folder.resolve("yes/tinypack/__init__.py")).exists();
        }
    }

    @Test
    void npmInstallsByWhatWasLearned() throws Exception {
        require("node");
        require("npm");
        String npm = "npm install --cache cache --fetch-retries=0 --no-audit --no-fund --silent ";
        try (var gateway = new FencedGateway(folder, new PackageIndex("https", List.of(), List.of("tinymod")))) {
            String learned =
                    gateway.learns(npm + "--prefix learned --registry=https://yes.test/ tinymod\nrm -r cache\n");
            gateway.says(
                    policy(learned),
                    npm + "--prefix yes --registry=https://yes.test/ tinymod\n" + npm
                            + "--prefix no --registry=https://no.test/ tinymod\n");
            assertThat(folder.resolve("yes/node_modules/tinymod/index.js")).exists();
            assertThat(folder.resolve("no/node_modules")).doesNotExist();
        }
    }

    @Test
    void curlGetsWhatWasLearnedAndNothingBeside() throws Exception {
        require("curl");
        try (var gateway = new FencedGateway(folder, _ -> Answer.text(200, "hello\n"))) {
            String learned = gateway.learns("""
                    for i in 1 2 3; do curl -s https://yes.test/users/$i; done
                    curl -s -X DELETE https://yes.test/users/1
                    curl -s http://169.254.169.254/latest/meta-data
                    curl -s http://10.0.0.1/
                    curl -s http://localhost:8080/
                    """);
            assertThat(learned)
                    .contains(
                            "{method: GET, path: '/users/[0-9]*'}",
                            "{method: DELETE, path: '/users/1'}",
                            "# not learned: GET http://169.254.169.254/latest/meta-data: metadata_address",
                            "# not learned: GET http://10.0.0.1/: address_refused")
                    .doesNotContain("localhost'");
            int before = gateway.seen();
            String said = gateway.says(policy(learned), """
                    code() { curl -s -o /dev/null -w '%{http_code} ' "$@"; }
                    code https://yes.test/users/4
                    code -X DELETE https://yes.test/users/1
                    code -X DELETE https://yes.test/users/4
                    code https://yes.test/users/all
                    code https://yes.test/users/4/keys
                    code https://no.test/users/1
                    """);
            assertThat(said).isEqualTo("200 200 403 403 403 000 ");
            assertThat(gateway.seen() - before).isEqualTo(2);
        }
    }

    private static SandboxDocuments policy(String yaml) {
        return SandboxDocuments.builder().policy(yaml).build();
    }
}
