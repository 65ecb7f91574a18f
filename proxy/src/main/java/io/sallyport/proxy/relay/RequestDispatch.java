package io.sallyport.proxy.relay;

import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.own.OwnEndpoint;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.HeadResult;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.telemetry.RequestTrace;
import io.sallyport.proxy.telemetry.TraceFields;
import org.jspecify.annotations.Nullable;

/** Asks the request path about the heads of one connection, and begins what it says. Confined to its event loop. */
final class RequestDispatch {
    private final ClientConnection client;
    private final Worker worker;
    private boolean asked;
    private int identityFailures; // of the streams too, where this is a connection's

    RequestDispatch(ClientConnection client) {
        this.client = client;
        this.worker = client.worker();
    }

    /** A tunnel has been opened, in which nothing was asked yet. */
    void restart() {
        asked = false;
    }

    /** Requests come on streams from now on. */
    void leaveToStreams() {
        asked = true;
    }

    /** Whether a request was read since the connection, or its tunnel, began: until then one is on its way. */
    boolean hasAsked() {
        return asked;
    }

    /** Carries on with what a head has come to. */
    void headRead(HeadResult<RequestHead> result) {
        switch (result) {
            case HeadResult.Incomplete<RequestHead> _ -> {}
            case HeadResult.Malformed<RequestHead>(ReasonCode reason, String why) -> malformed(reason, why);
            case HeadResult.Complete<RequestHead>(RequestHead head) -> settle(head);
        }
    }

    /** Carries out what the request path said of {@code received}. */
    void settle(RequestHead received) {
        asked = true;
        Action action = worker.gate().path().settle(received, client.arrival(), client.seat());
        RequestHead head = traced(received, action.draft().trace());
        worker.seatChanged(client);
        client.charge(client.seat().buffers());
        begin(head, action);
    }

    private void begin(RequestHead head, Action action) {
        switch (action) {
            case Action.Refuse refuse -> Answering.refuse(client, head, countFailures(refuse));
            case Action.AnswerOwn answer -> Answering.own(client, head, answer);
            case Action.Check check -> new AnsweringQuestions(client, head, check).start();
            case Action.Ask own -> ask(head, own);
            case Action.Hold hold -> hold(head, hold);
            case Action.AwaitBudget wait ->
                new AwaitingBudget(
                                client,
                                head,
                                wait,
                                null,
                                supply -> begin(head, wait.budget().resumed(supply)))
                        .start();
            case Action.ReadBody read -> new ReadingJudgedBody(client, head, read).start();
            case Action.Tunnel tunnel -> new TunnelOpening(client, head, tunnel).start();
            case Action.Forward forward -> forward(head, forward);
        }
    }

    private void hold(RequestHead head, Action.Hold hold) {
        new AwaitingApproval(
                        client,
                        head,
                        hold,
                        null,
                        given -> begin(head, hold.approval().approved(given)))
                .start();
    }

    /** With the span of the trace, where targets are told of it. */
    private static RequestHead traced(RequestHead head, @Nullable RequestTrace trace) {
        return trace == null || !trace.propagates() ? head : head.with(TraceFields.write(head.fields(), trace));
    }

    private void forward(RequestHead head, Action.Forward forward) {
        if (FillingBody.isWanted(client, head, forward)) {
            new ReadingFilledBody(client, head, forward).start();
        } else {
            new ForwardedExchange(client, head, forward).start();
        }
    }

    private void ask(RequestHead head, Action.Ask own) {
        switch (own.endpoint()) {
            case OwnEndpoint.Admitted admitted -> new ReadingOwnBody(client, head, own, admitted).start();
            case OwnEndpoint.Turned turned ->
                new AwaitingReply(client, head, own, BodyReader.of(head.framing()), new BufferCharge())
                        .start(turned::answer);
        }
    }

    /** Records what a client asked for that has gone, or has kept silent: it is judged, and nothing is dialled. */
    void abandon(RequestHead head, ReasonCode reason) {
        client.seat().leave(); // it may be closed already, and then its place is not given back again
        Action action = worker.gate().path().settle(head, client.arrival(), client.seat());
        client.seat().leave();
        ReasonCode ended =
                action instanceof Action.Refuse refuse ? refuse.refusal().reason() : reason;
        worker.append(worker.record(action.draft(), ended, 0, -1, -1, null));
        client.become(new LingeringClose(client));
        Channels.close(client.channel());
    }

    /** Answers bytes that are no head, and closes. */
    void malformed(ReasonCode reason, String why) {
        if (!client.isTunnelled()) {
            ofConnection().identityFailures++;
        }
        Answering.last(client, worker.gate().path().malformed(reason, why, client.arrival()));
    }

    private Action.Refuse countFailures(Action.Refuse refuse) {
        ReasonCode reason = refuse.refusal().reason();
        if (reason == ReasonCode.NO_IDENTITY || reason == ReasonCode.IDENTITY_CONFLICT) {
            ofConnection().identityFailures++;
        }
        return ofConnection().hasFailedTooOften()
                ? new Action.Refuse(refuse.draft(), refuse.refusal(), true, refuse.retryAfterSeconds(), refuse.report())
                : refuse;
    }

    private RequestDispatch ofConnection() {
        return client.carrier().requests();
    }

    /** Whether so many requests here showed no identity that there should be no more. */
    boolean hasFailedTooOften() {
        return identityFailures >= worker.limits().connections().maxIdentityFailures();
    }
}
