package main

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// redirectWord comes before the addresses of which every port is led to one socket, such as redirect/198.18.0.0/15.
const redirectWord = "redirect/"

// nftPrograms are the places of nft: no PATH says which program gets the capabilities of this one.
var nftPrograms = []string{"/usr/sbin/nft", "/sbin/nft", "/usr/bin/nft"}

// rules lead a connection to a given address to a port of the loopback address, except those that have listeners of
// their own. What needs no rule is not tracked, so that it takes no time.
const rules = `table ip sallyport {
	chain track {
		type filter hook output priority raw;
		meta l4proto != tcp notrack
		tcp dport { 53, 80, 443 } notrack
		tcp sport { 53, 80, 443 } notrack
	}
	chain capture {
		type nat hook output priority -100;
		ip daddr %s tcp dport != { 53, 80, 443 } redirect to :%d
	}
}
`

const nftPatience = 2 * time.Second

// openRedirected opens a socket to which connections to the addresses are redirected. Without nft, or a kernel that
// takes its rules, there is none: ports are captured that have sockets of their own.
func openRedirected(addresses string) (int, error) {
	block, err := netip.ParsePrefix(addresses)
	if err != nil {
		return 0, err
	}
	socket, err := openOne("tcp/127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	if err := redirect(socket, block); err != nil {
		_ = unix.Close(socket)
		return 0, err
	}
	return socket, nil
}

func redirect(socket int, block netip.Prefix) error {
	bound, err := unix.Getsockname(socket)
	if err != nil {
		return err
	}
	for _, program := range nftPrograms {
		if _, err := os.Stat(program); err == nil {
			return loadRules(program, fmt.Sprintf(rules, block, bound.(*unix.SockaddrInet4).Port))
		}
	}
	return errors.New("nft is not installed")
}

func loadRules(program, rules string) error {
	ctx, cancel := context.WithTimeout(context.Background(), nftPatience)
	defer cancel()
	nft := exec.CommandContext(ctx, program, "-f", "-")
	nft.Env = []string{}
	nft.Stdin = strings.NewReader(rules)
	return nft.Run()
}
