package statusd

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// A Failure is the daemon's: what failed, why, and what can be done about it.
type Failure struct {
	Code           int
	Kind           string // Decide by this, and never by a title.
	Title, Message string
	Options        []Option
	Data           Object // The whole of it.
	client         *Client
}

// An Option is something that can be done about a failure.
type Option struct{ ID, Title, Role, PerformedBy string }

func (failure *Failure) Error() string { return failure.Title + ". " + failure.Message }

// Recover performs an option, and waits for its end.
func (failure *Failure) Recover(ctx context.Context, option string) (json.RawMessage, error) {
	return failure.client.Call(ctx, "retry", Object{"failureId": failure.Data["failureId"], "optionId": option})
}

// failure makes an error of that of a response. Its members may be anything.
func (client *Client) failure(text json.RawMessage) error {
	error := object(text)
	data, _ := error["data"].(Object)
	code, _ := error["code"].(json.Number)
	failure := &Failure{Data: data, client: client, Kind: word(data, "kind"), Title: word(data, "title")}
	failure.Message = word(data, "message")
	if number, err := code.Int64(); err == nil {
		failure.Code = int(number)
	}
	options, _ := data["recoveryOptions"].([]any)
	for _, each := range options {
		option, _ := each.(Object)
		failure.Options = append(failure.Options, Option{
			word(option, "id"), word(option, "title"), word(option, "role"), word(option, "performedBy"),
		})
	}
	return failure
}

func word(members Object, name string) string {
	text, _ := members[name].(string)
	return text
}

// Ended is the error of every call when the daemon has ended.
type Ended struct {
	Status int    // Of no meaning with one of the next two.
	Signal string // Its name, or empty.
	RanOn  bool   // It has closed its output, and was killed for that.
	Stderr []string
}

func (ended *Ended) Error() string {
	how := fmt.Sprintf("statusd ended with status %d.", ended.Status)
	if ended.RanOn {
		how = "statusd closed its output."
	} else if ended.Signal != "" {
		how = fmt.Sprintf("statusd was ended by %s.", ended.Signal)
	}
	return strings.Join(append([]string{how}, ended.Stderr...), "\n")
}

// NotStatusd is the error where the program is another.
type NotStatusd struct{ Problem string }

func (other *NotStatusd) Error() string { return "The program is no statusd: " + other.Problem }

// NotFound is the error where there is no such program.
type NotFound struct {
	Program string
	Cause   error
}

func (missing *NotFound) Error() string {
	return missing.Cause.Error() + ". Install it with `pip install statusd`, or name it in $STATUSD."
}
