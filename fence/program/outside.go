package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// insideName is the first argument of the process inside; the kernel shows it as the name of process 1 there.
const insideName = "sallyport-fence"

// signalsOfATerminal reach the whole process group by themselves, the command among it; only the gateway acts on them.
var signalsOfATerminal = []os.Signal{unix.SIGINT, unix.SIGQUIT, unix.SIGHUP}

// capabilities are what the process inside needs until it has opened sockets and mounted: over its namespaces alone.
var capabilities = []uintptr{
	unix.CAP_SETPCAP, unix.CAP_NET_BIND_SERVICE, unix.CAP_NET_ADMIN, unix.CAP_SYS_ADMIN,
}

// outside starts the process inside and returns its exit code.
func outside(socket string, listen []string) (int, error) {
	closeOnExec()
	terminal := openTerminal()
	ends := make(chan os.Signal, 4)
	signal.Notify(ends, unix.SIGTERM)
	signal.Notify(make(chan os.Signal, 1), signalsOfATerminal...)

	child := command(socket, listen)
	if err := child.Start(); err != nil {
		return 0, fmt.Errorf("no namespaces of its own: %w%s", cause(err), why())
	}
	go func() {
		for range ends {
			_ = child.Process.Signal(unix.SIGTERM)
		}
	}()
	err := child.Wait()
	terminal.takeBack()
	if child.ProcessState == nil {
		return 0, err
	}
	return exitCode(child.ProcessState.Sys().(syscall.WaitStatus)), nil
}

// cause is what the kernel said, without the name of this program.
func cause(err error) error {
	var number unix.Errno
	if errors.As(err, &number) {
		return number
	}
	return err
}

// command maps nobody but the caller, to the ids that it has already, and ends with the thread that starts it.
func command(socket string, listen []string) *exec.Cmd {
	child := exec.Command("/proc/self/exe")
	child.Args = append([]string{insideName, socket}, listen...)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	child.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWUSER | unix.CLONE_NEWNET | unix.CLONE_NEWPID | unix.CLONE_NEWNS |
			unix.CLONE_NEWIPC,
		UidMappings:                []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}},
		GidMappings:                []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}},
		GidMappingsEnableSetgroups: false,
		AmbientCaps:                capabilities,
		Pdeathsig:                  unix.SIGKILL,
	}
	return child
}

// exitCode is what a shell and the JVM make of it: of a signal, 128 and its number.
func exitCode(status syscall.WaitStatus) int {
	if status.Signaled() {
		return 128 + int(status.Signal())
	}
	return status.ExitStatus()
}

// closeOnExec keeps what was inherited beyond the standard streams from the process inside.
func closeOnExec() {
	const first = 3
	_ = unix.CloseRange(first, math.MaxInt32, unix.CLOSE_RANGE_CLOEXEC)
}
