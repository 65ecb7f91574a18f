package io.sallyport.egress;

import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.model.SandboxId;
import io.sallyport.transport.Transport;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A program that dials one alias and says how it ended: {@code DialOnce TRANSPORT ADDRESS:PORT}. */
final class DialOnce {
    private DialOnce() {}

    public static void main(String... args) {
        Transport transport = Transport.valueOf(args[0]);
        EgressPolicy policy = EgressPolicyTest.accepted(
                EgressPolicy.parse(Map.of("service.local", args[1]), List.of(), OwnListeners.ofThisMachine()));
        EventLoopGroup loops = transport.newLoops(1, "dial-once");
        CompletableFuture<DialOutcome> ended = new CompletableFuture<>();
        try (NettyDialer dialer = NettyDialer.create(
                NettyDialer.Settings.of(policy, List.of(), TestRoots.system()), transport, System::nanoTime)) {
            dialer.dial(
                    new Target(new SandboxId("one"), EgressPolicyTest.host("service.local"), 80, TargetProtocol.PLAIN),
                    loops.next(),
                    new ChannelInboundHandlerAdapter(),
                    ended::complete);
            DialOutcome outcome = ended.orTimeout(60, TimeUnit.SECONDS).join();
            System.out.println(outcome.getClass().getSimpleName());
        } finally {
            loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }
}
