package main

import (
	"fmt"
	"os/signal"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// giveUpRights leaves this process, and all that it starts, without any capability, without a way to get one, and
// under the filter of filter.go.
func giveUpRights() error {
	for _, step := range []struct {
		what string
		do   func() error
	}{
		{"no dumps", noDumps},
		{"no ambient capabilities", func() error {
			return everyThread(unix.SYS_PRCTL, unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0)
		}},
		{"no bounding set", dropBoundingSet},
		{"no capabilities", dropCapabilities},
		{"no new privileges", func() error { return everyThread(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0) }},
		{"the filter of system calls", install},
	} {
		if err := step.do(); err != nil {
			return fmt.Errorf("%s: %w", step.what, err)
		}
	}
	return nil
}

// noDumps keeps the command, which has the same user, from reading or tracing this process (ptrace(2)).
func noDumps() error {
	return unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
}

// dropBoundingSet goes on until the kernel knows no further capability.
func dropBoundingSet() error {
	for capability := uintptr(0); ; capability++ {
		err := everyThread(unix.SYS_PRCTL, unix.PR_CAPBSET_DROP, capability, 0)
		if err == unix.EINVAL && capability > unix.CAP_CHECKPOINT_RESTORE {
			return nil
		}
		if err != nil && err != unix.EINVAL {
			return err
		}
	}
}

func dropCapabilities() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	return everyThread(unix.SYS_CAPSET, uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(&none[0])), 0)
}

// everyThread makes a system call on each thread of this process, since the kernel keeps rights by thread.
func everyThread(call, first, second, third uintptr) error {
	if _, _, number := syscall.AllThreadsSyscall6(call, first, second, third, 0, 0, 0); number != 0 {
		return number
	}
	return nil
}

// ignoreTerminalOutput lets a process in the background set the foreground (tcsetpgrp(3)).
func ignoreTerminalOutput() {
	signal.Ignore(unix.SIGTTOU)
}
