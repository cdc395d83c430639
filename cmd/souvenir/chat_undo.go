package main

import "sync"

// undoable is something that /undo takes back: a change, or a memory's last one.
type undoable struct{ change, memory string }

// undos are what was learnt or forgotten in a chat, the last on top.
type undos struct {
	mu  sync.Mutex
	all []undoable
}

func (u *undos) push(one undoable) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.all = append(u.all, one)
}

func (u *undos) pop() (last undoable, some bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.all) == 0 {
		return undoable{}, false
	}
	last = u.all[len(u.all)-1]
	u.all = u.all[:len(u.all)-1]
	return last, true
}
