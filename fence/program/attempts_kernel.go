package main

import (
	"bytes"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

func waysOfTheKernel() []attempt {
	return []attempt{
		{"another user namespace", func() bool { return clones(unix.CLONE_NEWUSER) }},
		{"another network namespace", func() bool { return clones(unix.CLONE_NEWUSER | unix.CLONE_NEWNET) }},
		{"another user namespace, by unshare", func() bool { return passes(unix.SYS_UNSHARE, unix.CLONE_NEWUSER, 0, 0) }},
		{"another user namespace, by clone3", clone3},
		{"the namespace of another process", entersNamespace},
		{"a mount", mountsItself},
		{"io_uring", ring},
		{"a program in the kernel", func() bool { return passes(unix.SYS_BPF, 0, 0, 0) }},
		{"counters of the processor", func() bool { return known(unix.SYS_PERF_EVENT_OPEN, 0, 0, 0) }},
		{"page faults of its own", func() bool { return passes(unix.SYS_USERFAULTFD, 1, 0, 0) }},
		{"keys of the user's other processes", func() bool { return known(unix.SYS_KEYCTL, 0, ^uintptr(2), 0) }},
		{"input for the shell outside", func() bool { return ioctlKnown(unix.TIOCSTI) }},
		{"input by the console's selection", func() bool { return ioctlKnown(tioclinux) }},
		{"input for the shell, by more bits", func() bool { return ioctlKnown(1<<32 | unix.TIOCSTI) }},
		{"the kernel's settings", func() bool { return writes("/proc/sys/kernel/core_pattern") }},
		{"the kernel's keys", func() bool { return writes("/proc/sysrq-trigger") }},
		{"control groups", func() bool { return writes("/sys/fs/cgroup/cgroup.procs") }},
		{"a capability", hasCapability},
		{"rights of a program's file", func() bool { return !statusHas("NoNewPrivs:\t1\n") }},
		{"system calls without a filter", func() bool { return !statusHas("Seccomp:\t2\n") }},
	}
}

// passes returns whether a system call succeeds.
func passes(call, first, second, third uintptr) bool {
	_, _, number := unix.RawSyscall(call, first, second, third)
	return number == 0
}

// known returns whether the kernel looks at a system call at all: it succeeds, or fails for its arguments.
func known(call, first, second, third uintptr) bool {
	_, _, number := unix.RawSyscall(call, first, second, third)
	return number != unix.EPERM && number != unix.ENOSYS && number != unix.EACCES
}

func ioctlKnown(request uintptr) bool {
	return known(unix.SYS_IOCTL, 0, request, 0)
}

func clones(flags uintptr) bool {
	pid, err := syscall.ForkExec("/proc/self/exe", []string{attemptsName, exits}, &syscall.ProcAttr{
		Sys: &syscall.SysProcAttr{Cloneflags: flags},
	})
	if err == nil {
		_, _ = syscall.Wait4(pid, nil, 0, nil)
	}
	return err == nil
}

// clone3 hands over no arguments, which the kernel refuses otherwise than a filter.
func clone3() bool {
	return known(unix.SYS_CLONE3, 0, 0, 0)
}

func entersNamespace() bool {
	file, err := os.Open("/proc/self/ns/net")
	if err != nil {
		return false
	}
	defer file.Close()
	return passes(unix.SYS_SETNS, file.Fd(), unix.CLONE_NEWNET, 0)
}

func mountsItself() bool {
	return unix.Mount("tmpfs", os.TempDir(), "tmpfs", 0, "") == nil
}

func ring() bool {
	var parameters [120]byte // struct io_uring_params
	descriptor, _, number := unix.RawSyscall(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&parameters[0])), 0)
	if number == 0 {
		_ = unix.Close(int(descriptor))
	}
	return number == 0
}

func writes(path string) bool {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		_ = file.Close()
	}
	return err == nil
}

// hasCapability looks at all five sets (proc_pid_status(5)).
func hasCapability() bool {
	for _, set := range []string{"Inh", "Prm", "Eff", "Bnd", "Amb"} {
		if !statusHas("Cap" + set + ":\t0000000000000000\n") {
			return true
		}
	}
	return false
}

func statusHas(line string) bool {
	text, err := os.ReadFile("/proc/self/status")
	return err == nil && bytes.Contains(text, []byte(line))
}
