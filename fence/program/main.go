// Command fence puts a command into namespaces of its own, from which nothing leads out but the sockets that it opened
// there and passed to the gateway. It is started by the gateway (io.sallyport.fence); people start it as
// `fence doctor` alone (doctor.go).
//
//	fence SOCKET LISTEN...
//
// SOCKET is a Unix socket of the gateway; each LISTEN is one to open inside, such as tcp/0.0.0.0:443. The program
// starts itself again inside of the namespaces (inside.go), passes on a request to end, and ends as the command does.
// What went wrong before the command started is in the file SOCKET.failed, as one sentence.
package main

import (
	"fmt"
	"os"
	"runtime"
)

// exitFailed is the exit code if the command was not started.
const exitFailed = 125

// The kernel ends the inner process when the thread that started it ends, so that one has to stay.
func init() {
	runtime.LockOSThread()
}

func main() {
	if os.Args[0] == attemptsName {
		os.Exit(tryWaysOut(os.Args[1:]))
	}
	if len(os.Args) > 1 && os.Args[1] == doctorWord {
		os.Exit(doctor(os.Args[2:]))
	}
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: fence SOCKET LISTEN... (started by `sallyport run`)")
		os.Exit(exitFailed)
	}
	run, socket, listen := outside, os.Args[1], os.Args[2:]
	if os.Args[0] == insideName {
		run = inside
	}
	code, err := run(socket, listen)
	if err != nil {
		tell(socket, err)
		os.Exit(exitFailed)
	}
	os.Exit(code)
}

// tell writes the failure for the gateway; the first one counts, since the outer process fails because the inner did.
func tell(socket string, failure error) {
	file, err := os.OpenFile(socket+".failed", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return
	}
	defer file.Close()
	_, _ = file.WriteString(failure.Error())
}
