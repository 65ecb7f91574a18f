package io.sallyport.bench.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** Starts Debian's squid (the build with OpenSSL): one port that tunnels, one that bumps, one with a long list. */
final class Squids {
    private static final String CERTIFICATES = "/usr/lib/squid/security_file_certgen";

    private Squids() {}

    static Contender start(Path folder, NginxOrigin origin) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path log = folder.resolve("log");
        Path key = folder.resolve("ca.pem");
        Processes.run(
                log,
                List.of(
                        "openssl",
                        "req",
                        "-x509",
                        "-newkey",
                        "ec",
                        "-pkeyopt",
                        "ec_paramgen_curve:P-256",
                        "-nodes",
                        "-days",
                        "2",
                        "-subj",
                        "/CN=squid bench",
                        "-keyout",
                        key.toString(),
                        "-out",
                        key.toString()));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        Processes.run(
                log, List.of(CERTIFICATES, "-c", "-s", folder.resolve("db").toString(), "-M", "4MB"));
        Processes.run(log, List.of("chown", "-R", "proxy", folder.resolve("db").toString()));
        Files.writeString(folder.resolve("names"), "127.0.0.1 " + String.join(" ", AllowedTargets.hosts()) + "\n");
        Files.write(folder.resolve("few"), AllowedTargets.hosts());
        Files.write(folder.resolve("wide"), AllowedTargets.wideHosts());
        return start(folder, log, origin);
    }

    private static Contender start(Path folder, Path log, NginxOrigin origin) throws IOException, InterruptedException {
        InetSocketAddress plain = Processes.freeAddress();
        InetSocketAddress bump = Processes.freeAddress();
        InetSocketAddress wide = Processes.freeAddress();
        Path config = Files.writeString(
                folder.resolve("squid.conf"), config(folder, plain.getPort(), bump.getPort(), wide.getPort(), origin));
        Process process = Processes.start(log, List.of(Processes.find("squid"), "-N", "-f", config.toString()));
        Processes.await(process, wide, log);
        ContenderAccess forward =
                new ContenderAccess(plain, NginxOrigin.OPAQUE, origin.plain().getPort(), "");
        return new Contender(
                "squid",
                process,
                Map.of(
                        WorkKind.FORWARD,
                        forward,
                        WorkKind.TUNNEL,
                        forward.at(origin.opaque().getPort()),
                        WorkKind.INTERCEPT,
                        new ContenderAccess(
                                bump, NginxOrigin.INSPECTED, origin.tls().getPort(), ""),
                        WorkKind.REFUSE,
                        forward.to(NginxOrigin.REFUSED),
                        WorkKind.FORWARD_WIDE,
                        new ContenderAccess(
                                wide, NginxOrigin.OPAQUE, origin.plain().getPort(), ""),
                        WorkKind.TUNNEL_WIDE,
                        new ContenderAccess(
                                wide, NginxOrigin.OPAQUE, origin.opaque().getPort(), "")),
                1,
                false);
    }

    private static String config(Path folder, int plain, int bump, int wide, NginxOrigin origin) {
        return """
                http_port 127.0.0.1:%2$d name=plain
                http_port 127.0.0.1:%3$d name=bump ssl-bump generate-host-certificates=on dynamic_cert_mem_cache_size=4MB tls-cert=%1$s/ca.pem
                http_port 127.0.0.1:%4$d name=wide
                sslcrtd_program %5$s -s %1$s/db -M 4MB
                sslcrtd_children 1
                tls_outgoing_options cafile=%6$s
                acl step1 at_step SslBump1
                ssl_bump peek step1
                ssl_bump bump all
                acl few_hosts dstdomain "%1$s/few"
                acl wide_hosts dstdomain "%1$s/wide"
                acl wide_port myportname wide
                http_access allow wide_port wide_hosts
                http_access deny wide_port
                http_access allow few_hosts
                http_access deny all
                hosts_file %1$s/names
                access_log stdio:%1$s/access.log
                cache_log %1$s/cache.log
                pid_filename %1$s/squid.pid
                cache deny all
                cache_mem 8 MB
                max_filedescriptors 16384
                shutdown_lifetime 0 seconds
                """.formatted(folder, plain, bump, wide, CERTIFICATES, origin.ca());
    }
}
