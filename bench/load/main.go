// Command load asks for one URL over and over, and prints requests and bytes per second (bench/fence.sh):
//
//	load CONNECTIONS REQUESTS URL [PROXY]
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) < 3 {
		return fmt.Errorf("usage: load CONNECTIONS REQUESTS URL [PROXY]")
	}
	connections, err := strconv.Atoi(arguments[0])
	if err != nil {
		return err
	}
	requests, err := strconv.Atoi(arguments[1])
	if err != nil {
		return err
	}
	transport := &http.Transport{MaxIdleConnsPerHost: connections, DisableCompression: true}
	if len(arguments) > 3 {
		proxy, err := url.Parse(arguments[3])
		if err != nil {
			return err
		}
		transport.Proxy = http.ProxyURL(proxy)
	}
	return load(&http.Client{Transport: transport}, connections, requests, arguments[2])
}

// load first opens all connections, which is not counted.
func load(client *http.Client, connections, requests int, target string) error {
	if _, err := ask(client, connections, connections, target); err != nil {
		return err
	}
	begin := time.Now()
	bytes, err := ask(client, connections, requests, target)
	seconds := time.Since(begin).Seconds()
	fmt.Printf("%.1f %.0f\n", float64(requests)/seconds, float64(bytes)/seconds)
	return err
}

// ask makes so many requests, each over one of so many connections, and returns the bytes of the answers.
func ask(client *http.Client, connections, requests int, target string) (int64, error) {
	var left, bytes atomic.Int64
	left.Store(int64(requests))
	failures := make(chan error, connections)
	var all sync.WaitGroup
	for range connections {
		all.Go(func() {
			for left.Add(-1) >= 0 {
				count, err := one(client, target)
				bytes.Add(count)
				if err != nil {
					failures <- err
					return
				}
			}
		})
	}
	all.Wait()
	close(failures)
	return bytes.Load(), <-failures
}

func one(client *http.Client, target string) (int64, error) {
	answer, err := client.Get(target)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s answers %s", target, answer.Status)
	}
	return io.Copy(io.Discard, answer.Body)
}
