// The driver of the kit's client-side cases (schema/client/README.md): commands on stdin, outcomes on stdout.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"sync"
	"time"

	"statusd.example/statusd"
)

var claims = []string{"bounded", "cancellation", "closedOutput", "concurrent", "grace", "handshake", "recovery", "screens", "timeouts"}

const longestLine = 64 << 20

type command struct {
	Do, ID, Of, Method, Program, Option string
	Params                              any
	Timeout, StartTimeout, Grace        float64
}

type driver struct {
	client  *statusd.Client
	timeout float64
	screens map[string]*statusd.Screen
	errors  map[string]error
	cancels map[string]func()
	state   sync.Mutex
	running sync.WaitGroup
}

func main() {
	output := json.NewEncoder(os.Stdout)
	output.Encode(statusd.Object{"client": "clients/go", "claims": claims, "framings": []string{"lines"}})
	driver := &driver{screens: map[string]*statusd.Screen{}, errors: map[string]error{}, cancels: map[string]func(){}}
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, longestLine)
	for input.Scan() {
		var command command
		if err := json.Unmarshal(input.Bytes(), &command); err != nil {
			panic(err)
		}
		ctx, cancel := driver.context(command)
		wait := driver.begin(command)
		driver.running.Add(1)
		go func() {
			defer driver.running.Done()
			defer cancel()
			outcome := driver.outcome(command, ctx, wait)
			outcome["id"] = command.ID
			driver.state.Lock()
			defer driver.state.Unlock()
			output.Encode(outcome)
		}()
		if command.Do == "start" {
			driver.running.Wait()
		}
	}
	if driver.client != nil {
		driver.client.Close()
	}
	driver.running.Wait()
}

const patience = 600.0

func seconds(given float64) time.Duration {
	if given == 0 {
		given = patience
	}
	return time.Duration(given * float64(time.Second))
}

// begin sends what is sent for a command, in the order of the commands, and returns how to wait for it.
func (driver *driver) begin(command command) func(context.Context) (statusd.Object, error) {
	client := driver.client
	switch command.Do {
	case "start":
		return driver.start(command)
	case "call":
		call := client.Begin(command.Method, command.Params)
		return func(ctx context.Context) (statusd.Object, error) { return result(call.Wait(ctx)) }
	case "cancel":
		driver.state.Lock()
		defer driver.state.Unlock()
		driver.cancels[command.Of]()
		return done("done")
	case "recover":
		return func(ctx context.Context) (statusd.Object, error) {
			var failure *statusd.Failure
			errors.As(driver.errorOf(command.Of), &failure)
			return result(failure.Recover(ctx, command.Option))
		}
	case "close":
		return driver.close(driver.screen(command.Of))
	}
	return driver.onScreen(command)
}

func (driver *driver) start(command command) func(context.Context) (statusd.Object, error) {
	return func(ctx context.Context) (statusd.Object, error) {
		client, err := statusd.Start(ctx, statusd.Options{
			Program: command.Program, StartTimeout: seconds(command.StartTimeout), Grace: seconds(command.Grace),
		})
		driver.client = client
		return statusd.Object{"started": true}, err
	}
}

func (driver *driver) onScreen(command command) func(context.Context) (statusd.Object, error) {
	client, screen := driver.client, driver.screen(command.Of)
	return func(ctx context.Context) (statusd.Object, error) {
		switch command.Do {
		case "screen":
			opened, err := client.Open(ctx, command.Params)
			if err != nil {
				return nil, err
			}
			driver.state.Lock()
			driver.screens[command.ID] = opened
			driver.state.Unlock()
			shown, _ := opened.Next(ctx)
			return statusd.Object{"screen": shown}, nil
		case "press":
			return result(screen.Press(ctx, command.Params.(statusd.Object)))
		default:
			if shown, isNew := screen.Next(ctx); isNew {
				return statusd.Object{"screen": shown}, nil
			}
			return statusd.Object{"over": true}, nil
		}
	}
}

func (driver *driver) close(screen *statusd.Screen) func(context.Context) (statusd.Object, error) {
	return func(ctx context.Context) (statusd.Object, error) {
		if screen != nil {
			return statusd.Object{"closed": true}, screen.Close(ctx)
		}
		driver.client.Close()
		return statusd.Object{"closed": true}, nil
	}
}

func done(word string) func(context.Context) (statusd.Object, error) {
	return func(context.Context) (statusd.Object, error) { return statusd.Object{word: true}, nil }
}

func result(text json.RawMessage, err error) (statusd.Object, error) {
	return statusd.Object{"result": text}, err
}

func (driver *driver) screen(id string) *statusd.Screen {
	driver.state.Lock()
	defer driver.state.Unlock()
	return driver.screens[id]
}

func (driver *driver) errorOf(id string) error {
	driver.state.Lock()
	defer driver.state.Unlock()
	return driver.errors[id]
}

// context ends when a call is cancelled, or at its time-out.
func (driver *driver) context(command command) (context.Context, func()) {
	timeout := command.Timeout
	switch {
	case command.Do == "start":
		driver.timeout, timeout = timeout, patience
	case timeout == 0:
		timeout = driver.timeout
	}
	ctx, cancel := context.WithTimeout(context.Background(), seconds(timeout))
	driver.state.Lock()
	defer driver.state.Unlock()
	driver.cancels[command.ID] = cancel
	return ctx, cancel
}

// outcome waits for the end of a command.
func (driver *driver) outcome(
	command command, ctx context.Context, wait func(context.Context) (statusd.Object, error),
) statusd.Object {
	outcome, err := wait(ctx)
	driver.state.Lock()
	defer driver.state.Unlock()
	driver.errors[command.ID] = err
	if err != nil {
		return ofError(err)
	}
	return outcome
}

func ofError(err error) statusd.Object {
	switch each := err.(type) {
	case *statusd.Failure:
		options := []string{}
		for _, option := range each.Options {
			options = append(options, option.ID)
		}
		return statusd.Object{"failed": statusd.Object{
			"code": each.Code, "kind": each.Kind, "title": each.Title, "message": each.Message, "options": options,
		}}
	case *statusd.Ended:
		ended := statusd.Object{"status": each.Status, "signal": nil, "stderr": each.Stderr}
		if each.RanOn {
			ended["status"] = nil
		} else if each.Signal != "" {
			ended["status"], ended["signal"] = nil, each.Signal
		}
		return statusd.Object{"ended": ended}
	case *statusd.NotFound:
		return statusd.Object{"notFound": each.Program}
	case *statusd.NotStatusd:
		return statusd.Object{"notStatusd": each.Problem}
	}
	if errors.Is(err, context.Canceled) {
		return statusd.Object{"cancelled": true}
	}
	return statusd.Object{"timedOut": true}
}
