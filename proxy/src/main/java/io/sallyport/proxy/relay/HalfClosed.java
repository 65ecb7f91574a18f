package io.sallyport.proxy.relay;

import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.relay.message.HalfCloseProbe;

/**
 * A client whose input has ended behind a whole request: it may have half closed its connection and read on, or be
 * gone. It is probed at the first sweep, and again each time it has waited twice as long; where it cannot be probed, it
 * is gone once nothing has passed for the time of a setting. Confined to the event loop.
 */
final class HalfClosed {
    private final ClientConnection client;
    private final boolean tookLeave;
    private final SweepTimer sinceMovement = new SweepTimer();
    private long waitNanos;
    private long probedAt;
    private long moved = -1;

    /** @param tookLeave by the word of TLS for it: what is sent after it reaches nobody */
    HalfClosed(ClientConnection client, boolean tookLeave) {
        this.client = client;
        this.tookLeave = tookLeave;
    }

    void sweep(long nowNanos) {
        HalfCloseProbe probe = client.state().probe();
        if (probe == HalfCloseProbe.NEEDLESS || Channels.hasUnsent(client.channel())) {
            sinceMovement.restart();
        } else if (tookLeave) {
            client.state().cut(ReasonCode.CLIENT_CLOSED);
        } else if (probe == HalfCloseProbe.IMPOSSIBLE) {
            cutIfStill(nowNanos);
        } else if (isTimeToProbe(nowNanos)) {
            probe.send(client.channel());
        }
    }

    private boolean isTimeToProbe(long nowNanos) {
        if (waitNanos == 0) {
            waitNanos = timeoutNanos();
        } else if (nowNanos - probedAt >= waitNanos) {
            waitNanos *= 2;
        } else {
            return false;
        }
        probedAt = nowNanos;
        return true;
    }

    private void cutIfStill(long nowNanos) {
        long now = client.state().moved();
        if (now != moved) {
            moved = now;
            sinceMovement.restart();
        }
        if (sinceMovement.hasPassed(timeoutNanos(), nowNanos)) {
            client.state().cut(ReasonCode.CLIENT_CLOSED);
        }
    }

    private long timeoutNanos() {
        return client.worker().limits().connections().halfClosedTimeout().toNanos();
    }
}
