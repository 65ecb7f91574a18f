package main

import (
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// inside runs as process 1 of the namespaces: opens the sockets, waits for the command, gives up every right and runs
// it. When this process ends, the kernel ends all others of its namespace, whatever they did to live on.
func inside(socket string, listen []string) (int, error) {
	if err := network(); err != nil {
		return 0, err
	}
	sockets, err := open(listen)
	if err != nil {
		return 0, err
	}
	if err := mounts(); err != nil {
		return 0, err
	}
	gateway, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: socket, Net: "unix"})
	if err != nil {
		return 0, errGatewayGone
	}
	if err := pass(gateway, sockets); err != nil {
		return 0, err
	}
	task, err := readTask(gateway)
	if err != nil {
		return 0, err
	}
	if err := giveUpRights(); err != nil {
		return 0, err
	}
	if err := requireClosed(); err != nil {
		return 0, err
	}
	return runTask(task, gateway)
}

func runTask(task task, gateway *net.UnixConn) (int, error) {
	ends := make(chan os.Signal, 4)
	signal.Notify(ends, unix.SIGTERM)
	signal.Notify(make(chan os.Signal, 1), signalsOfATerminal...)
	pid, err := start(task)
	if err != nil {
		return 0, err
	}
	go endWith(gateway)
	go func() {
		for range ends {
			_ = unix.Kill(-1, unix.SIGTERM) // to all but this process
		}
	}()
	return await(pid)
}

// start finds the command as a shell does, by the PATH of its own environment.
func start(task task) (int, error) {
	os.Clearenv()
	if err := os.Setenv("PATH", task.path()); err != nil {
		return 0, err
	}
	file, err := exec.LookPath(task.command[0])
	if err != nil {
		return 0, err
	}
	pid, err := syscall.ForkExec(file, task.command, &syscall.ProcAttr{Env: task.environment, Files: []uintptr{0, 1, 2}})
	if err != nil {
		return 0, err
	}
	return pid, nil
}

// endWith ends this process, and so the command, when the gateway is gone; after the command it says nothing more.
func endWith(gateway *net.UnixConn) {
	_, _ = io.Copy(io.Discard, gateway)
	os.Exit(128 + int(unix.SIGKILL))
}

// await collects what ends, as process 1 has to, until the command itself has.
func await(command int) (int, error) {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return 0, err
		}
		if pid == command {
			return exitCode(status), nil
		}
	}
}
