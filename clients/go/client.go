// Package statusd is a client of statusd: it starts the daemon, calls it, and holds screens.
package statusd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

const protocol = "1"

// An Object is one of JSON. Numbers in it are json.Number.
type Object = map[string]any

// Options of a start. Its zero value is a statusd without arguments.
type Options struct {
	Program      string // $STATUSD, or else statusd of the PATH.
	Arguments    []string
	StartTimeout time.Duration // For the response to initialize; 10 s.
	Grace        time.Duration // For the daemon's end, before each signal; 12 s.
}

// A Client is a daemon that was started, and has said that it is statusd.
type Client struct {
	process *process
	grace   time.Duration
	writing sync.Mutex // Requests are written in the order of their ids.

	state    sync.Mutex // Of everything below.
	lastID   int
	calls    map[int]*Call
	screens  map[*Screen]bool
	isClosed bool
	ending   error
}

// Start starts the daemon, and asks it whether it is statusd.
func Start(ctx context.Context, options Options) (*Client, error) {
	program := options.Program
	if program == "" {
		program = os.Getenv("STATUSD")
	}
	if program == "" {
		program = "statusd"
	}
	started, err := startProcess(program, options.Arguments)
	if err != nil {
		return nil, &NotFound{program, err}
	}
	client := &Client{
		process: started, grace: orElse(options.Grace, 12*time.Second), calls: map[int]*Call{}, screens: map[*Screen]bool{},
	}
	go client.read()
	return client, client.initialize(ctx, orElse(options.StartTimeout, 10*time.Second))
}

func orElse(given, usual time.Duration) time.Duration {
	if given == 0 {
		return usual
	}
	return given
}

func (client *Client) initialize(ctx context.Context, timeout time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	params := Object{"clientInfo": Object{"name": "statusd-go", "version": "0.1.0"}}
	var server struct {
		ProtocolVersion string
		ServerInfo      struct{ Name string }
	}
	result, err := client.Begin("initialize", params).Wait(ctx)
	if err == nil {
		err = json.Unmarshal(result, &server)
	}
	if err == nil && (server.ServerInfo.Name != "statusd" || server.ProtocolVersion != protocol) {
		err = fmt.Errorf("%q has protocol %q, and not %s", server.ServerInfo.Name, server.ProtocolVersion, protocol)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("there was no response to initialize within %v", timeout)
	}
	if err != nil {
		client.spoil(err.Error()) // It may have ended by itself: then that counts.
		return client.ending
	}
	return nil
}

// Call calls a method and waits for its result, or for a *Failure, an *Ended or the end of the context.
func (client *Client) Call(ctx context.Context, method string, params any) (json.RawMessage, error) {
	return client.Begin(method, params).Wait(ctx)
}

// A Call was sent to the daemon.
type Call struct {
	client *Client
	id     int
	taken  func(json.RawMessage) // By the reader, before it reads on.
	done   chan struct{}
	result json.RawMessage
	err    error
}

// Begin sends a request. Requests are sent in the order in which they are begun.
func (client *Client) Begin(method string, params any) *Call {
	return client.begin(method, params, func(json.RawMessage) {})
}

func (client *Client) begin(method string, params any, taken func(json.RawMessage)) *Call {
	client.writing.Lock()
	defer client.writing.Unlock()
	client.state.Lock()
	client.lastID++
	call := &Call{client: client, id: client.lastID, taken: taken, done: make(chan struct{})}
	ending := client.ending
	if ending == nil {
		client.calls[call.id] = call
	}
	client.state.Unlock()
	if ending != nil {
		call.settle(nil, ending)
		return call
	}
	client.write(Object{"jsonrpc": "2.0", "id": call.id, "method": method, "params": params})
	return call
}

// write leaves an error to the reader, who sees the end of the daemon.
func (client *Client) write(message Object) {
	if message["params"] == nil {
		delete(message, "params")
	}
	json.NewEncoder(client.process.input).Encode(message)
}

// Wait waits for the response. At the end of the context it tells the daemon that nobody waits.
func (call *Call) Wait(ctx context.Context) (json.RawMessage, error) {
	select {
	case <-call.done:
		return call.result, call.err
	case <-ctx.Done():
		if call.client.take(call.id) == nil {
			<-call.done
			return call.result, call.err
		}
		call.client.writing.Lock()
		defer call.client.writing.Unlock()
		call.client.write(Object{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": Object{"id": call.id}})
		return nil, ctx.Err()
	}
}

func (call *Call) settle(result json.RawMessage, err error) {
	call.result, call.err = result, err
	if err == nil {
		call.taken(result)
	}
	close(call.done)
}

// take removes the call that waits with this id, nil if there is none.
func (client *Client) take(id int) *Call {
	client.state.Lock()
	defer client.state.Unlock()
	call := client.calls[id]
	delete(client.calls, id)
	return call
}

// Close ends the daemon's input and waits for its end: it responds to what it has read.
func (client *Client) Close() {
	client.state.Lock()
	client.isClosed = true
	client.state.Unlock()
	client.process.close(client.grace)
}

// end fails every call, and marks the screens as old. The first reason counts.
func (client *Client) end(reason error) {
	client.state.Lock()
	if client.ending == nil {
		client.ending = reason
	}
	calls, isClosed := client.calls, client.isClosed
	client.calls = map[int]*Call{}
	client.state.Unlock()
	for _, call := range calls {
		call.settle(nil, client.ending)
	}
	client.eachScreen(func(screen *Screen) { screen.end(isClosed) })
}

func (client *Client) eachScreen(visit func(*Screen)) {
	client.state.Lock()
	screens := make([]*Screen, 0, len(client.screens))
	for screen := range client.screens {
		screens = append(screens, screen)
	}
	client.state.Unlock()
	for _, screen := range screens {
		visit(screen)
	}
}

// spoil ends what is no statusd.
func (client *Client) spoil(problem string) {
	client.end(&NotStatusd{problem})
	client.process.kill()
}
