package main

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// maxProcesses is above those that exist inside before the command: the first, and the one that tries.
const maxProcesses = 2

// maxTried is above the descriptors that the first process has.
const maxTried = 16

func waysOfProcesses() []attempt {
	return []attempt{
		{"processes outside", seesOthers},
		{"the memory of the first process", func() bool { return reads("/proc/1/mem") }},
		{"the variables of the first process", func() bool { return reads("/proc/1/environ") }},
		{"the descriptors of the first process", opensDescriptor},
		{"the files of the first process", func() bool { return lists("/proc/1/root") }},
		{"a trace of the first process", func() bool { return unix.PtraceSeize(1) == nil }},
		{"a descriptor of the first process", takesDescriptor},
		{"an inherited descriptor", inheritsDescriptor},
		{"another user's id", func() bool { return unix.Setresuid(-1, os.Geteuid()+1, -1) == nil }},
		{"another group's id", func() bool { return unix.Setresgid(-1, os.Getegid()+1, -1) == nil }},
	}
}

// seesOthers returns whether /proc has more processes than are inside.
func seesOthers() bool {
	entries, err := os.ReadDir("/proc")
	count := 0
	for _, each := range entries {
		if _, err := strconv.Atoi(each.Name()); err == nil {
			count++
		}
	}
	return err != nil || count > maxProcesses
}

func reads(path string) bool {
	file, err := os.Open(path)
	if err == nil {
		_ = file.Close()
	}
	return err == nil
}

func lists(path string) bool {
	_, err := os.ReadDir(path)
	return err == nil
}

func opensDescriptor() bool {
	for descriptor := range maxTried {
		if _, err := os.Readlink("/proc/1/fd/" + strconv.Itoa(descriptor)); err == nil {
			return true
		}
	}
	return false
}

// takesDescriptor tries a few of the first process, among which its connection to the gateway is.
func takesDescriptor() bool {
	process, err := unix.PidfdOpen(1, 0)
	if err != nil {
		return false
	}
	defer unix.Close(process)
	for descriptor := range maxTried {
		if taken, err := unix.PidfdGetfd(process, descriptor, 0); err == nil {
			_ = unix.Close(taken)
			return true
		}
	}
	return false
}

// inheritsDescriptor tells what was open before this program from what it opened, which is closed as it executes
// another.
func inheritsDescriptor() bool {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return true
	}
	for _, each := range entries {
		descriptor, _ := strconv.Atoi(each.Name())
		flags, err := unix.FcntlInt(uintptr(descriptor), unix.F_GETFD, 0)
		if descriptor > 2 && err == nil && flags&unix.FD_CLOEXEC == 0 {
			return true
		}
	}
	return false
}
