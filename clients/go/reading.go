package statusd

import (
	"bytes"
	"encoding/json"
	"fmt"
)

type message struct {
	ID, Params, Result, Error json.RawMessage
	Method                    string
}

var null = []byte("null")

func isThere(member json.RawMessage) bool { return member != nil && !bytes.Equal(member, null) }

// read takes each line of the daemon, until it has ended or is none.
func (client *Client) read() {
	for line := range client.process.lines {
		for _, each := range messages(line) {
			if problem := client.receive(each); problem != "" {
				client.spoil(problem)
			}
		}
	}
	if client.process.problem != "" {
		client.spoil(client.process.problem)
	}
	client.end(client.process.ending())
}

// messages of a line: libraries in between put responses into an array.
func messages(line []byte) []json.RawMessage {
	line = bytes.TrimSpace(line)
	var several []json.RawMessage
	switch {
	case len(line) == 0:
		return nil
	case line[0] == '[' && json.Unmarshal(line, &several) == nil:
		return several
	}
	return []json.RawMessage{line}
}

// receive takes a message, or says why it is none of statusd's.
func (client *Client) receive(text json.RawMessage) (problem string) {
	var message message
	if err := json.Unmarshal(text, &message); err != nil {
		return fmt.Sprintf("it wrote no message of its protocol: %.200q", text)
	}
	switch {
	case message.Method != "" && message.ID != nil:
		return "it sent the request " + message.Method
	case message.Method != "":
		client.notified(message)
	case message.ID == nil, isThere(message.Result) && isThere(message.Error), message.Result == nil && !isThere(message.Error):
		return fmt.Sprintf("it wrote no message of its protocol: %.200q", text)
	default:
		client.respond(message)
	}
	return ""
}

// respond ends a call. An error without an id is of one of them; which one is unknown.
func (client *Client) respond(message message) {
	var err error
	if isThere(message.Error) {
		err = client.failure(message.Error)
	}
	var ids []int
	var id int
	if bytes.Equal(message.ID, null) {
		client.state.Lock()
		for id := range client.calls {
			ids = append(ids, id)
		}
		client.state.Unlock()
	} else if json.Unmarshal(message.ID, &id) == nil {
		ids = []int{id}
	}
	for _, id := range ids {
		if call := client.take(id); call != nil {
			call.settle(message.Result, err)
		}
	}
}

func (client *Client) notified(message message) {
	params := object(message.Params)
	if changed, isObject := params["changed"].(Object); isObject && message.Method == "screenChanged" {
		client.eachScreen(func(screen *Screen) { screen.change(params["screenId"], changed) })
	}
}

// object reads an object whose members may be anything; nil where it is none.
func object(text json.RawMessage) (read Object) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	decoder.Decode(&read)
	return read
}
