package io.sallyport.bench.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Starts nginx as a relay of messages that judges nothing: it ends TLS, and sends what it reads to its only target
 * under TLS of its own. The floor of what a proxy that looks inside can cost.
 */
final class NginxRelays {
    private NginxRelays() {}

    static Contender start(Path folder, NginxOrigin origin) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path certificate = folder.resolveSibling("origin");
        InetSocketAddress calls = Processes.freeAddress();
        InetSocketAddress sockets = Processes.freeAddress();
        Path config = Files.writeString(
                folder.resolve("nginx.conf"),
                config(
                        folder,
                        certificate,
                        calls.getPort(),
                        sockets.getPort(),
                        origin.messages().port()));
        Path log = folder.resolve("nginx.log");
        Process process = Processes.start(
                log,
                List.of(
                        Processes.find("nginx"),
                        "-e",
                        log.toString(),
                        "-p",
                        folder.toString(),
                        "-c",
                        config.toString()));
        Processes.await(process, calls, log);
        Map<WorkKind, ContenderAccess> doors = Map.of(
                WorkKind.GRPC, new ContenderAccess(calls, NginxOrigin.INSPECTED, calls.getPort(), ""),
                WorkKind.WEBSOCKET, new ContenderAccess(sockets, NginxOrigin.INSPECTED, sockets.getPort(), ""));
        return new Contender("nginx, relay", process, doors, 1, false);
    }

    private static String config(Path folder, Path certificate, int calls, int sockets, int target) {
        return """
                daemon off;
                master_process off;
                error_log %1$s/error.log;
                pid %1$s/nginx.pid;
                events { worker_connections 10000; multi_accept on; }
                http {
                  access_log %1$s/access.log;
                  tcp_nodelay on;
                  keepalive_requests 1000000000;
                  keepalive_timeout 1h;
                  client_max_body_size 0;
                  client_body_temp_path %1$s/t1; proxy_temp_path %1$s/t2; fastcgi_temp_path %1$s/t3;
                  uwsgi_temp_path %1$s/t4; scgi_temp_path %1$s/t5;
                  ssl_certificate %2$s/chain.pem;
                  ssl_certificate_key %2$s/key.pem;
                  upstream calls { server 127.0.0.1:%5$d; keepalive 512; keepalive_requests 1000000000; }
                  server {
                    listen 127.0.0.1:%3$d ssl http2 backlog=4096;
                    http2_max_concurrent_streams 1000;
                    location / { grpc_pass grpcs://calls; grpc_read_timeout 1h; }
                  }
                  server {
                    listen 127.0.0.1:%4$d ssl backlog=4096;
                    location / {
                      proxy_pass https://127.0.0.1:%5$d;
                      proxy_http_version 1.1;
                      proxy_set_header Host $http_host;
                      proxy_set_header Upgrade $http_upgrade;
                      proxy_set_header Connection upgrade;
                      proxy_read_timeout 1h;
                    }
                  }
                }
                """.formatted(folder, certificate, calls, sockets, target);
    }
}
