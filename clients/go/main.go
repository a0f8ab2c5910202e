// A front end for the terminal: it draws a screen of all that statusd knows, and presses what is typed.
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"strings"
	"text/template"
	"unicode"
)

type object = map[string]any

//go:embed screen.tmpl
var page string
var drawing = template.Must(template.New("screen").Funcs(template.FuncMap{"json": json.Marshal}).Parse(page))

func main() {
	daemon := exec.Command("statusd", os.Args[1:]...)
	daemon.Stderr = os.Stderr
	input, _ := daemon.StdinPipe()
	output, _ := daemon.StdoutPipe()
	if err := daemon.Start(); err != nil {
		log.Fatal(err)
	}
	opened := make(chan string, 1)
	go send(input, opened)
	screen := follow(output, opened)
	daemon.Process.Kill()
	daemon.Wait()
	markOld(screen)
	draw(object{"screen": screen, "hasEnded": true})
}

// send opens a screen, and presses on it what is typed. It may wait for the daemon; what reads never does.
func send(input io.WriteCloser, opened <-chan string) {
	requests := json.NewEncoder(input)
	params := object{"location": true, "fetch": "missing", "words": "minutes"}
	requests.Encode(object{"jsonrpc": "2.0", "id": 0, "method": "openScreen", "params": params})
	screenID := <-opened
	for id, lines := 1, bufio.NewScanner(os.Stdin); lines.Scan(); id++ {
		params := press(screenID, strings.Fields(lines.Text()))
		requests.Encode(object{"jsonrpc": "2.0", "id": id, "method": "press", "params": params})
	}
	input.Close()
}

// follow draws the screen whenever it has changed, until the daemon has ended or this is not statusd.
func follow(output io.Reader, opened chan<- string) object {
	screen := object{"parts": object{}}
	messages := json.NewDecoder(output)
	messages.UseNumber()
	for {
		var message struct{ Result, Params, Error object }
		if messages.Decode(&message) != nil {
			return screen
		}
		if id, isOpened := message.Result["screenId"].(string); isOpened {
			screen = message.Result["screen"].(object)
			opened <- id
		}
		if changed, hasChanged := message.Params["changed"].(object); hasChanged {
			assign(screen, changed)
		}
		draw(object{"screen": screen, "performs": message.Result["performs"], "problem": message.Error["message"]})
	}
}

// press makes params of what was typed: "refresh menu", "option f1 tryAgain", "closeHelp".
func press(screenID string, words []string) object {
	params := object{"screenId": screenID}
	names := [][]string{nil, {"button"}, {"button", "part"}, {"button", "failureId", "optionId"}}
	for index, name := range names[len(words)%len(names)] {
		params[name] = words[index]
	}
	return params
}

// assign gives a screen the members that have changed, and each part its own.
func assign(screen, changed object) {
	for name, value := range changed {
		if name != "parts" {
			screen[name] = value
			continue
		}
		for name, members := range value.(object) {
			part, isShown := screen["parts"].(object)[name].(object)
			if !isShown {
				continue
			}
			for name, value := range members.(object) {
				part[name] = value
			}
		}
	}
}

// markOld leaves on a screen what its daemon, which has ended, said last, and nothing to press.
func markOld(screen object) {
	parts := screen["parts"].(object)
	for name, part := range parts {
		parts[name] = old(part.(object), "content")
	}
	if place, isShown := screen["location"].(object); isShown {
		screen["location"] = old(place, "coordinate")
	}
	screen["alert"], screen["notice"], screen["help"] = nil, nil, nil
}

func old(shown object, value string) object {
	phase := "blank"
	if shown[value] != nil {
		phase = "stale"
	}
	return object{"phase": phase, "shape": shown["shape"], value: shown[value], "age": shown["age"]}
}

func draw(shown object) {
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
