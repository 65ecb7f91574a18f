package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.ExampleGuardrail;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.ObjectStore;
import io.sallyport.testkit.junit.PythonPackages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packages {@code boto3} and {@code twine} of Python, by the env file alone, under the shipped packages' rules. */
class PythonPackagesTest {
    private static final Duration SOON = Duration.ofMinutes(1);

    private static final String BOTO3 = """
            import sys
            import boto3
            from botocore.config import Config
            from botocore.exceptions import ClientError

            s3 = boto3.client("s3", endpoint_url=sys.argv[1], region_name="us-east-1", aws_access_key_id="id",
                aws_secret_access_key="secret",
                config=Config(s3={"addressing_style": "path"}, retries={"max_attempts": 0}))
            copied = {"Bucket": "acme", "Key": "other"}
            steps = {
                "create": lambda: s3.create_bucket(Bucket="acme"),
                "put": lambda key: s3.put_object(Bucket="acme", Key=key, Body=b"x" * 100_000),
                "get": lambda key: len(s3.get_object(Bucket="acme", Key=key)["Body"].read()),
                "list": lambda: [found["Key"] for found in s3.list_objects_v2(Bucket="acme")["Contents"]],
                "delete": lambda key: s3.delete_object(Bucket="acme", Key=key),
                "copy": lambda key: s3.copy_object(Bucket="acme", Key=key, CopySource=copied),
                "policy": lambda: s3.put_bucket_policy(Bucket="acme", Policy="{}"),
            }
            for step in sys.argv[2:]:
                name, *rest = step.split(":")
                try:
                    done = steps[name](*rest)
                    print(step, "done" if isinstance(done, dict) else done)
                except ClientError as refused:
                    print(step, refused.response["ResponseMetadata"]["HTTPStatusCode"])
            """;

    private static final String WHEEL = """
            import sys
            import zipfile

            with zipfile.ZipFile(sys.argv[1], "w") as wheel:
                wheel.writestr("tool.py", "")
                for name, text in {
                    "METADATA": "Metadata-Version: 2.1\\nName: tool\\nVersion: 9.0.0\\n",
                    "WHEEL": "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
                    "RECORD": "",
                }.items():
                    wheel.writestr("tool-9.0.0.dist-info/" + name, text)
            """;

    @TempDir
    Path folder = Path.of("");

    @Test
    void boto3ReadsAndWritesBelowThePrefixAlone() throws Exception {
        Path script = Files.writeString(folder.resolve("objects.py"), BOTO3);
        try (var store = ObjectStore.start(folder, GuardedSandbox.leaf(GuardedSandbox.STORE));
                var sandbox = GuardedSandbox.startBeforeStore(folder, store.hostPort())) {
            assertThat(steps(sandbox, sandbox.trusted(), script, "create", "put:other"))
                    .as("without a guardrail, in a tunnel that is not opened")
                    .containsExactly("create done", "put:other done");
            sandbox.guard(ExampleGuardrail.of("object-store-prefix"));
            assertThat(steps(sandbox, script, "put:agent/x", "get:agent/x", "list", "delete:agent/x", "list"))
                    .containsExactly(
                            "put:agent/x done",
                            "get:agent/x 100000",
                            "list ['agent/x', 'other']",
                            "delete:agent/x done",
                            "list ['other']");
            assertThat(steps(sandbox, script, "put:new", "get:other", "delete:other", "copy:agent/y", "policy"))
                    .containsExactly(
                            "put:new 403", "get:other 403", "delete:other 403", "copy:agent/y 403", "policy 403");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:object-store-prefix");
            assertThat(steps(sandbox, script, "list")).as("nothing was done").containsExactly("list ['other']");
        }
    }

    private static List<String> steps(GuardedSandbox sandbox, Path script, String... steps) {
        return steps(sandbox, "$AWS_CA_BUNDLE", script, steps);
    }

    private static List<String> steps(GuardedSandbox sandbox, String trusted, Path script, String... steps) {
        String command = "AWS_CA_BUNDLE=%s exec python3 %s https://%s %s"
                .formatted(trusted, script, GuardedSandbox.STORE, String.join(" ", steps));
        return EnvSandbox.ends(sandbox.run(PythonPackages.variables(), "sh", "-c", command))
                .out()
                .lines()
                .toList();
    }

    @Test
    void twinePublishesNothingWhereAnIndexIsReadOnly() throws Exception {
        try (var sandbox = GuardedSandbox.start(folder)) {
            sandbox.guard(ExampleGuardrail.of("packages-read-only"));
            Client.Ended refused = sandbox.run(
                    PythonPackages.variables(),
                    "python3",
                    "-m",
                    "twine",
                    "upload",
                    "--non-interactive",
                    "--disable-progress-bar",
                    "--repository-url=https://pypi.example.com/legacy/",
                    "--username=__token__",
                    "--password=x",
                    wheel().toString());
            assertThat(refused.exit()).isNotZero();
            assertThat(refused.out() + refused.err()).contains("403").contains("guardrail");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:packages-read-only");
            assertThat(sandbox.curl("https://pypi.example.com/simple/tool/")).isEqualTo("200");
        }
    }

    private Path wheel() throws IOException {
        Path script = Files.writeString(folder.resolve("wheel.py"), WHEEL);
        Path wheel = folder.resolve("tool-9.0.0-py3-none-any.whl");
        EnvSandbox.ends(Client.run(
                folder, PythonPackages.variables(), SOON, List.of("python3", script.toString(), wheel.toString())));
        return wheel;
    }
}
