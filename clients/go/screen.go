package statusd

import (
	"context"
	"encoding/json"
	"sync"
)

// A Screen is what a person sees of some resources and of the location, as the daemon decides it.
type Screen struct {
	client  *Client
	id      string
	changed chan struct{} // Has one element where there is something new.

	state  sync.Mutex // Of everything below.
	shown  Object     // Is not changed but replaced, so that it can be drawn meanwhile.
	isNew  bool
	isOver bool
}

// Open opens a screen with the params of openScreen.
func (client *Client) Open(ctx context.Context, params any) (*Screen, error) {
	screen := &Screen{client: client, changed: make(chan struct{}, 1)}
	// It is held before the reader looks at what comes next, which may be its first change.
	hold := func(result json.RawMessage) {
		opened := object(result)
		screen.id = word(opened, "screenId")
		shown, _ := opened["screen"].(Object)
		screen.show(shown)
		client.state.Lock()
		client.screens[screen] = true
		client.state.Unlock()
	}
	_, err := client.begin("openScreen", params, hold).Wait(ctx)
	return screen, err
}

// Press presses a button; members are those of press without screenId.
func (screen *Screen) Press(ctx context.Context, members Object) (json.RawMessage, error) {
	return screen.client.Call(ctx, "press", merged(members, Object{"screenId": screen.id}))
}

// Close ends what the screen has begun. It changes no more.
func (screen *Screen) Close(ctx context.Context) error {
	screen.finish()
	_, err := screen.client.Call(ctx, "closeScreen", Object{"screenId": screen.id})
	return err
}

// Next waits until the screen is another than the last that was taken, and returns it whole: false at its end.
func (screen *Screen) Next(ctx context.Context) (Object, bool) {
	for {
		screen.state.Lock()
		shown, isNew, isOver := screen.shown, screen.isNew, screen.isOver
		screen.isNew = false
		screen.state.Unlock()
		if isNew || isOver {
			return shown, isNew
		}
		select {
		case <-screen.changed:
		case <-ctx.Done():
			return nil, false
		}
	}
}

// show is called by the reader alone.
func (screen *Screen) show(shown Object) {
	screen.state.Lock()
	screen.shown, screen.isNew = shown, !screen.isOver
	screen.state.Unlock()
	screen.wake()
}

func (screen *Screen) wake() {
	select {
	case screen.changed <- struct{}{}:
	default:
	}
}

func (screen *Screen) finish() {
	screen.client.state.Lock()
	delete(screen.client.screens, screen)
	screen.client.state.Unlock()
	screen.state.Lock()
	screen.isOver, screen.isNew = true, false
	screen.state.Unlock()
	screen.wake()
}

func (screen *Screen) change(id any, changed Object) {
	if id == screen.id {
		screen.show(assigned(screen.shown, changed))
	}
}

// end leaves the screen old where the daemon has died, and ends it.
func (screen *Screen) end(isClosed bool) {
	if !isClosed {
		screen.show(Old(screen.shown))
		screen.state.Lock()
		screen.isOver = true // Behind what is new.
		screen.state.Unlock()
		return
	}
	screen.finish()
}

// assigned is a screen with the members that have changed, and each of its parts with its own.
func assigned(screen, changed Object) Object {
	next := merged(screen, changed)
	changes, _ := changed["parts"].(Object)
	parts := eachPart(screen, func(name string, part Object) Object {
		members, _ := changes[name].(Object)
		return merged(part, members)
	})
	// A part that nobody knows is one more, if it has all of its members.
	for name, change := range changes {
		members, _ := change.(Object)
		if _, isKnown := parts[name]; !isKnown && members["resource"] != nil {
			parts[name] = members
		}
	}
	next["parts"] = parts
	return next
}

// Old is a screen as it is without its daemon: its values are old, and there is nothing to press.
func Old(screen Object) Object {
	parts := eachPart(screen, func(_ string, part Object) Object {
		members := Object{
			"phase": oldPhase(part, "content"), "spinner": false, "attempt": nil, "failure": nil,
			"refresh": Object{"enabled": false}, "stop": Object{"enabled": false},
		}
		if polling, isPolled := part["polling"].(Object); isPolled {
			members["polling"] = merged(polling, Object{"enabled": false, "next": nil})
		}
		return merged(part, members)
	})
	next := merged(screen, Object{"parts": parts, "alert": nil})
	if place, isShown := screen["location"].(Object); isShown {
		next["location"] = merged(place, Object{"phase": oldPhase(place, "coordinate"), "failure": nil})
	}
	return next
}

func oldPhase(shown Object, value string) string {
	if shown[value] == nil {
		return "blank"
	}
	return "stale"
}

func eachPart(screen Object, change func(string, Object) Object) Object {
	parts, _ := screen["parts"].(Object)
	next := Object{}
	for name, part := range parts {
		members, _ := part.(Object)
		next[name] = change(name, members)
	}
	return next
}

// merged is a copy of an object with the members of another.
func merged(one, other Object) Object {
	both := make(Object, len(one)+len(other))
	for name, value := range one {
		both[name] = value
	}
	for name, value := range other {
		both[name] = value
	}
	return both
}
