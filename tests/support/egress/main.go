// Stands in for LiveKit Egress: it takes the orders of a LiveKit server, by the Redis of both, and records nothing.
// It writes what it is asked to standard output, a line of JSON each, and sends LiveKit the updates that it reads from
// standard input: a line of JSON with an EgressInfo each. Built inside the source of the LiveKit server, whose
// libraries it uses.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/livekit/protocol/livekit"
	"github.com/livekit/protocol/rpc"
	"github.com/livekit/psrpc"
	"github.com/redis/go-redis/v9"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

type worker struct {
	handler rpc.EgressHandlerServer
}

func main() {
	client := redis.NewClient(&redis.Options{Addr: os.Args[1]})
	bus := psrpc.NewRedisMessageBus(client)
	w := &worker{}
	orders, err := rpc.NewEgressInternalServer(w, bus)
	check(err)
	w.handler, err = rpc.NewEgressHandlerServer(w, bus)
	check(err)
	reports, err := rpc.NewIOInfoClient(bus)
	check(err)
	check(orders.RegisterStartEgressTopic(""))
	defer orders.Shutdown()
	say("ready", nil)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		info := &livekit.EgressInfo{}
		check(protojson.Unmarshal(lines.Bytes(), info))
		_, err := reports.UpdateEgress(context.Background(), info)
		check(err)
		say("updated", info)
	}
}

func (w *worker) StartEgress(_ context.Context, req *rpc.StartEgressRequest) (*livekit.EgressInfo, error) {
	say("start", req)
	if err := w.handler.RegisterStopEgressTopic(req.EgressId); err != nil {
		return nil, err
	}
	return &livekit.EgressInfo{
		EgressId: req.EgressId,
		RoomId:   req.RoomId,
		RoomName: req.GetRoomComposite().GetRoomName(),
		Status:   livekit.EgressStatus_EGRESS_STARTING,
		Request:  &livekit.EgressInfo_RoomComposite{RoomComposite: req.GetRoomComposite()},
	}, nil
}

func (w *worker) StartEgressAffinity(context.Context, *rpc.StartEgressRequest) float32 { return 1 }

func (w *worker) ListActiveEgress(context.Context, *rpc.ListActiveEgressRequest) (*rpc.ListActiveEgressResponse, error) {
	return &rpc.ListActiveEgressResponse{}, nil
}

func (w *worker) StopEgress(_ context.Context, req *livekit.StopEgressRequest) (*livekit.EgressInfo, error) {
	say("stop", req)
	return &livekit.EgressInfo{EgressId: req.EgressId, Status: livekit.EgressStatus_EGRESS_ENDING}, nil
}

func (w *worker) UpdateEgress(context.Context, *livekit.UpdateEgressRequest) (*livekit.EgressInfo, error) {
	return nil, psrpc.NewErrorf(psrpc.Unimplemented, "not played")
}

func (w *worker) UpdateStream(context.Context, *livekit.UpdateStreamRequest) (*livekit.EgressInfo, error) {
	return nil, psrpc.NewErrorf(psrpc.Unimplemented, "not played")
}

func say(what string, message proto.Message) {
	var content json.RawMessage = []byte("null")
	if message != nil {
		marshalled, err := protojson.Marshal(message)
		check(err)
		content = marshalled
	}
	line, err := json.Marshal(map[string]any{"what": what, "message": content})
	check(err)
	fmt.Println(string(line))
}

func check(err error) {
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
