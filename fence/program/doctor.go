package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
)

// doctorWord is the first argument by which a person starts this program, in a container that may have nothing else:
//
//	fence doctor [--json] [--admin ADDRESS]
//
// It tries what leads out of the place where it is started, for real, and prints what it found: exit code 0 if nothing
// is open, 1 if something is, 2 for wrong arguments.
const doctorWord = "doctor"

type verdict string

const (
	isClosed   verdict = "closed"
	isOpen     verdict = "OPEN"
	isNotTried verdict = "not tried"
)

// finding is what came of one way out.
type finding struct {
	Way    string  `json:"way"`
	Result verdict `json:"result"`
	Detail string  `json:"detail"`
	// Means says what a program could do by it.
	Means string `json:"means"`
}

// exit is a way out of wherever this is started; try says how it is, and why.
type exit struct {
	way, means string
	try        func() (verdict, string)
}

// report is all of it. Only ways out count for the exit code.
type report struct {
	Open  int        `json:"open"`
	Ways  []finding  `json:"ways"`
	Proxy proxyCheck `json:"proxy"`
}

func doctor(arguments []string) int {
	flags := flag.NewFlagSet("fence doctor", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "print one JSON object")
	admin := flags.String("admin", os.Getenv("SALLYPORT_ADMIN"), "the gateway's control API, which has to be closed")
	if err := flags.Parse(arguments); err != nil || flags.NArg() > 0 {
		return 2
	}
	found := examine(withoutScheme(*admin))
	if *asJSON {
		encoder := json.NewEncoder(os.Stdout)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(found)
	} else {
		found.print(os.Stdout)
	}
	if found.Open > 0 {
		return 1
	}
	return 0
}

// withoutScheme makes of a URL what connects takes.
func withoutScheme(address string) string {
	_, rest, found := strings.Cut(address, "://")
	if !found {
		return address
	}
	host, _, _ := strings.Cut(rest, "/")
	return host
}

// examine tries all at the same time, since what is closed often just does not answer.
func examine(admin string) report {
	var exits []exit
	for _, each := range [][]exit{exitsByTCP(admin), exitsByDatagrams(), exitsByNames(), exitsBySockets(),
		exitsByFiles(), exitsByTheKernel()} {
		exits = append(exits, each...)
	}
	found := report{Ways: make([]finding, len(exits))}
	var all sync.WaitGroup
	for i, each := range exits {
		all.Go(func() {
			result, detail := each.try()
			found.Ways[i] = finding{each.way, result, detail, each.means}
		})
	}
	all.Go(func() { found.Proxy = checkProxy() })
	all.Wait()
	for _, each := range found.Ways {
		if each.Result == isOpen {
			found.Open++
		}
	}
	return found
}

func (r report) print(out io.Writer) {
	for _, each := range r.Ways {
		fmt.Fprintf(out, "%-9s  %s: %s\n", each.Result, each.Way, each.Detail)
		if each.Result == isOpen {
			fmt.Fprintf(out, "%-9s  which means: %s\n", "", each.Means)
		}
	}
	fmt.Fprintf(out, "%-9s  the proxy of the environment: %s\n", r.Proxy.word(), r.Proxy.Detail)
	fmt.Fprintf(out, "%d of %d ways out are open\n", r.Open, len(r.Ways))
}
