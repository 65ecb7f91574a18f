package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
)

// attemptsName is the first argument of the process that tries the ways out.
const attemptsName = "sallyport-attempts"

// exits is the argument with which that process does nothing.
const exits = "exits"

// attempt is one way out of the fence.
type attempt struct {
	name string
	// open tries it and returns whether it leads anywhere. It runs as the command is to run.
	open func() bool
}

// tryWaysOut tries each way and writes a line for each: whether it is open, and its name. It fails if one is open.
// Addresses of listeners and names of abstract sockets outside may be given, which nothing inside may reach.
func tryWaysOut(outside []string) int {
	if len(outside) == 1 && outside[0] == exits {
		return 0
	}
	code := 0
	for _, ways := range [][]attempt{waysOfProcesses(), waysOfTheNetwork(), waysOfSockets(), waysOfTheKernel(),
		waysTo(outside)} {
		for _, way := range ways {
			word := "closed"
			if way.open() {
				word, code = "open", 1
			}
			fmt.Fprintln(os.Stdout, word, way.name)
		}
	}
	return code
}

// requireClosed has a process, which runs as the command is to run, try all of it.
func requireClosed() error {
	reader, writer, err := os.Pipe()
	if err != nil {
		return err
	}
	pid, err := syscall.ForkExec("/proc/self/exe", []string{attemptsName}, &syscall.ProcAttr{
		Files: []uintptr{writer.Fd(), writer.Fd(), 2},
	})
	_ = writer.Close()
	if err != nil {
		return fmt.Errorf("the ways out could not be tried: %w", err)
	}
	said, _ := io.ReadAll(reader)
	_ = reader.Close()
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(pid, &status, 0, nil); err != nil || exitCode(status) == 0 {
		return err
	}
	return fmt.Errorf("a way out is open: %s", strings.Join(openOnes(string(said)), ", "))
}

func openOnes(said string) []string {
	var names []string
	for line := range strings.Lines(said) {
		if name, found := strings.CutPrefix(strings.TrimSpace(line), "open "); found {
			names = append(names, name)
		}
	}
	return names
}
