package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// terminal is the controlling terminal, in whose foreground this process was; nil if it was not.
type terminal struct{ file *os.File }

func openTerminal() terminal {
	file, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return terminal{}
	}
	if group, err := unix.IoctlGetInt(int(file.Fd()), unix.TIOCGPGRP); err != nil || group != unix.Getpgrp() {
		_ = file.Close()
		return terminal{}
	}
	return terminal{file}
}

// takeBack brings this process' group to the foreground again. A shell inside, which makes groups of its own, cannot
// give the terminal back to a group that its namespace does not show.
func (t terminal) takeBack() {
	if t.file == nil {
		return
	}
	ignoreTerminalOutput()
	_ = unix.IoctlSetPointerInt(int(t.file.Fd()), unix.TIOCSPGRP, unix.Getpgrp())
	_ = t.file.Close()
}
