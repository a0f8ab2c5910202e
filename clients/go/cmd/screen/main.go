// A front end for the terminal: it draws a screen of all that statusd knows, and presses what is typed.
package main

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"
	"text/template"
	"unicode"

	"statusd.example/statusd"
)

//go:embed screen.tmpl
var page string
var drawing = template.Must(template.New("screen").Funcs(template.FuncMap{"json": inJSON}).Parse(page))

// A pressed button, and what came of it.
type pressed struct {
	result statusd.Object
	err    error
}

func main() {
	ctx := context.Background()
	daemon, err := statusd.Start(ctx, statusd.Options{Arguments: os.Args[1:]})
	if err != nil {
		log.Fatal(err)
	}
	screen, err := daemon.Open(ctx, statusd.Object{"location": true, "fetch": "missing", "words": "minutes"})
	if err != nil {
		log.Fatal(err)
	}
	presses := make(chan pressed)
	go press(ctx, daemon, screen, presses)
	follow(ctx, screen, presses)
}

// follow draws the screen whenever it has changed, until the daemon has ended.
func follow(ctx context.Context, screen *statusd.Screen, presses <-chan pressed) {
	screens := make(chan statusd.Object)
	go func() {
		defer close(screens)
		for shown, isNew := screen.Next(ctx); isNew; shown, isNew = screen.Next(ctx) {
			screens <- shown
		}
	}()
	var shown statusd.Object
	for {
		var last pressed
		select {
		case next, isNew := <-screens:
			if !isNew {
				draw(statusd.Object{"screen": statusd.Old(shown), "hasEnded": true})
				return
			}
			shown = next
		case last = <-presses:
		}
		draw(statusd.Object{"screen": shown, "performs": last.result["performs"], "problem": last.err})
	}
}

// press presses on the screen what is typed, and ends the daemon at the end of that.
func press(ctx context.Context, daemon *statusd.Client, screen *statusd.Screen, presses chan<- pressed) {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		text, err := screen.Press(ctx, members(strings.Fields(lines.Text())))
		last := pressed{err: err}
		json.Unmarshal(text, &last.result)
		presses <- last
	}
	daemon.Close()
}

// members makes params of what was typed: "refresh menu", "option f1 tryAgain", "closeHelp".
func members(words []string) statusd.Object {
	members := statusd.Object{}
	names := [][]string{nil, {"button"}, {"button", "part"}, {"button", "failureId", "optionId"}}
	for index, name := range names[len(words)%len(names)] {
		members[name] = words[index]
	}
	return members
}

// inJSON is the value of a content, or one of a form that nobody knows yet as it is.
func inJSON(content statusd.Object) (string, error) {
	var value any = content
	if inside, isThere := content["value"]; isThere {
		value = inside
	}
	text, err := json.Marshal(value)
	return string(text), err
}

func draw(shown statusd.Object) {
	var text strings.Builder
	drawing.Execute(&text, shown)
	fmt.Print("\x1b[H\x1b[2J", strings.Map(visible, text.String()))
}

// visible keeps the control characters of values, which are foreign text, from the terminal.
func visible(char rune) rune {
	if unicode.IsControl(char) && char != '\n' {
		return '\uFFFD'
	}
	return char
}
