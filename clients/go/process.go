package statusd

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	longestMessage = 64 << 20
	lastLines      = 20
	// After the exit of the daemon or the end of its output: a child of it may hold the other open.
	silence = 300 * time.Millisecond
)

// A process is the daemon as a child: lines in, lines out, and how it ended.
type process struct {
	command *exec.Cmd
	input   io.WriteCloser
	lines   chan []byte // Of stdout; closed at the end of everything.
	problem string      // Why no more lines are read, if not for the end.
	ranOn   bool        // With its output closed.
	stderr  []string
	read    atomic.Int64 // Lines of both.
	exited  chan struct{}
	ended   chan struct{}
	state   *os.ProcessState
}

func startProcess(program string, arguments []string) (*process, error) {
	command := exec.Command(program, arguments...)
	started := &process{
		command: command, stderr: []string{},
		lines: make(chan []byte), exited: make(chan struct{}), ended: make(chan struct{}),
	}
	started.input, _ = command.StdinPipe()
	output, _ := command.StdoutPipe()
	errors, _ := command.StderrPipe()
	if err := command.Start(); err != nil {
		return nil, err
	}
	lines, last := make(chan []byte), make(chan []byte)
	go started.scan(output, lines, wholeLines)
	go started.scan(errors, last, bufio.ScanLines)
	go func() {
		started.state, _ = command.Process.Wait()
		close(started.exited)
	}()
	go started.pass(lines, last)
	return started, nil
}

// wholeLines leaves out what follows the last line: half a message is none.
func wholeLines(data []byte, atEnd bool) (advance int, line []byte, err error) {
	if atEnd && bytes.IndexByte(data, '\n') < 0 {
		return len(data), nil, nil
	}
	return bufio.ScanLines(data, atEnd)
}

func (process *process) scan(output io.Reader, lines chan<- []byte, split bufio.SplitFunc) {
	scanner := bufio.NewScanner(output)
	scanner.Buffer(nil, longestMessage)
	scanner.Split(split)
	for scanner.Scan() {
		process.read.Add(1)
		lines <- append([]byte(nil), scanner.Bytes()...)
	}
	if scanner.Err() == bufio.ErrTooLong {
		process.problem = fmt.Sprintf("it wrote a line of more than %d bytes", longestMessage)
		process.kill()
	}
	close(lines)
}

// pass hands on the lines of stdout and keeps the last of stderr, until both have ended or, behind the exit or the end
// of stdout, nothing comes any more.
func (process *process) pass(lines, last <-chan []byte) {
	exited := process.exited
	var quiet <-chan time.Time
	var read int64 = -1
	for lines != nil || last != nil || exited != nil {
		select {
		case line, isOpen := <-lines:
			if !isOpen {
				lines, quiet = nil, time.After(silence)
			} else {
				process.lines <- line
			}
		case line, isOpen := <-last:
			if !isOpen {
				last = nil
			} else if process.stderr = append(process.stderr, strings.TrimSuffix(string(line), "\r")); len(process.stderr) > lastLines {
				process.stderr = process.stderr[1:]
			}
		case <-exited:
			exited, quiet = nil, time.After(silence)
		case <-quiet:
			if now := process.read.Load(); now == read {
				process.ranOn = exited != nil
				lines, last, exited = nil, nil, nil
			} else {
				read, quiet = now, time.After(silence)
			}
		}
	}
	process.kill() // One that runs on with its output closed does so for nobody.
	<-process.exited
	close(process.lines)
	close(process.ended)
}

func (process *process) ending() *Ended {
	status := process.state.Sys().(syscall.WaitStatus)
	ended := &Ended{Status: status.ExitStatus(), Stderr: process.stderr, RanOn: process.ranOn}
	if status.Signaled() && !process.ranOn {
		ended.Signal = signalName(status.Signal())
	}
	return ended
}

func (process *process) close(grace time.Duration) {
	process.input.Close()
	for _, signal := range []os.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		select {
		case <-process.ended:
			return
		case <-time.After(grace):
			process.command.Process.Signal(signal)
		}
	}
	<-process.ended
}

var signals = map[syscall.Signal]string{
	syscall.SIGABRT: "SIGABRT", syscall.SIGBUS: "SIGBUS", syscall.SIGHUP: "SIGHUP", syscall.SIGILL: "SIGILL",
	syscall.SIGINT: "SIGINT", syscall.SIGKILL: "SIGKILL", syscall.SIGPIPE: "SIGPIPE", syscall.SIGSEGV: "SIGSEGV",
	syscall.SIGTERM: "SIGTERM", syscall.SIGTRAP: "SIGTRAP",
}

func signalName(signal syscall.Signal) string {
	if name, isKnown := signals[signal]; isKnown {
		return name
	}
	return fmt.Sprintf("signal %d", int(signal))
}

func (process *process) kill() { process.command.Process.Kill() }
