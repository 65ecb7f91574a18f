package main

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"strings"
)

// task is what the gateway wants run.
type task struct {
	command     []string
	environment []string // NAME=VALUE
}

// maxTaskBytes is above what the kernel takes as arguments and environment of a program (execve(2): 6 MiB).
const maxTaskBytes = 8 << 20

var errGatewayGone = errors.New("the gateway ended before the command was started")

// readTask reads lists of texts: sockets to open in addition, which are known once the policy is, then the command, then
// its environment. A list is a count, then texts, each a length and its bytes; numbers have four bytes, the highest
// first.
func readTask(gateway *net.UnixConn) (task, error) {
	limited := &io.LimitedReader{R: gateway, N: maxTaskBytes}
	listen, err := readTexts(limited)
	if err != nil {
		return task{}, errGatewayGone
	}
	sockets, err := open(listen)
	if err != nil {
		return task{}, err
	}
	if err := pass(gateway, sockets); err != nil {
		return task{}, err
	}
	command, err := readTexts(limited)
	if err != nil || len(command) == 0 {
		return task{}, errGatewayGone
	}
	environment, err := readTexts(limited)
	if err != nil {
		return task{}, errGatewayGone
	}
	return task{command, environment}, nil
}

func readTexts(from *io.LimitedReader) ([]string, error) {
	count, err := readCount(from)
	if err != nil {
		return nil, err
	}
	texts := make([]string, 0, count/4)
	for range count {
		length, err := readCount(from)
		if err != nil {
			return nil, err
		}
		text := make([]byte, length)
		if _, err := io.ReadFull(from, text); err != nil {
			return nil, err
		}
		texts = append(texts, string(text))
	}
	return texts, nil
}

func readCount(from *io.LimitedReader) (uint32, error) {
	var count uint32
	if err := binary.Read(from, binary.BigEndian, &count); err != nil {
		return 0, err
	}
	if int64(count) > from.N {
		return 0, io.ErrUnexpectedEOF
	}
	return count, nil
}

// defaultPath is where programs are looked for without a PATH (execvp(3)).
const defaultPath = "/bin:/usr/bin"

// path returns the PATH of the environment.
func (t task) path() string {
	for _, each := range t.environment {
		if value, found := strings.CutPrefix(each, "PATH="); found {
			return value
		}
	}
	return defaultPath
}
