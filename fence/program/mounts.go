package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

const resolver = "# The gateway answers, inside of the fence.\nnameserver 127.0.0.1\n"

const harmless = unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC

// settingsOfTheKernel are files below /proc that root may write without any capability, and so leave the fence.
var settingsOfTheKernel = []string{"bus", "fs", "irq", "sys", "sysrq-trigger"}

// mounts replaces what shows or leads to the world outside. Nothing of it is seen by other processes.
func mounts() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mounts of its own: %w%s", err, why())
	}
	if err := nameServer(); err != nil {
		return fmt.Errorf("/etc/resolv.conf: %w%s", err, why())
	}
	if err := processes(); err != nil {
		return err
	}
	if err := systemReadOnly(); err != nil {
		return fmt.Errorf("/sys: %w (Linux 5.12 or newer is needed)", err)
	}
	return hideSockets()
}

// nameServer puts a file in the place of /etc/resolv.conf. It is made on a file system in memory that is mounted for
// a moment on /proc, which is replaced afterwards. Without that file, libraries ask 127.0.0.1 anyway.
func nameServer() error {
	if info, err := os.Stat("/etc/resolv.conf"); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	if err := unix.Mount("tmpfs", "/proc", "tmpfs", harmless, "size=4k,mode=700"); err != nil {
		return err
	}
	err := os.WriteFile("/proc/resolv.conf", []byte(resolver), 0o444)
	if err == nil {
		err = unix.Mount("/proc/resolv.conf", "/etc/resolv.conf", "", unix.MS_BIND, "")
	}
	if err == nil {
		err = unix.Mount("", "/etc/resolv.conf", "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY|harmless, "")
	}
	return errors.Join(err, unix.Unmount("/proc", unix.MNT_DETACH))
}

// processes shows those of this namespace alone, where the gateway is none.
func processes() error {
	if err := unix.Mount("proc", "/proc", "proc", harmless, ""); err != nil {
		return fmt.Errorf("/proc of its own: %w: a container hides parts of /proc, and the kernel keeps them hidden"+
			" (fence the container itself: docs/deploy.md)", err)
	}
	for _, name := range settingsOfTheKernel {
		path := filepath.Join("/proc", name)
		err := unix.Mount(path, path, "", unix.MS_BIND|unix.MS_REC, "")
		if err == unix.ENOENT {
			continue
		}
		if err == nil {
			err = unix.Mount("", path, "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY|harmless, "")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

// systemReadOnly covers settings of devices, and control groups, by which the gateway could be frozen.
func systemReadOnly() error {
	err := unix.MountSetattr(unix.AT_FDCWD, "/sys", unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY})
	if err == unix.EINVAL || err == unix.ENOENT { // nothing is mounted there
		return nil
	}
	return err
}

// socketsThatLeadOut belong to services that resolve names, or start programs, for whoever connects.
func socketsThatLeadOut() []string {
	user := filepath.Join("/run/user", strconv.Itoa(os.Geteuid()))
	return []string{
		"/run/systemd/resolve/io.systemd.Resolve",
		"/run/systemd/resolve/io.systemd.Resolve.Monitor",
		"/run/nscd/socket",
		"/run/dbus/system_bus_socket",
		"/run/systemd/private",
		"/run/docker.sock",
		"/run/containerd/containerd.sock",
		"/run/podman/podman.sock",
		"/run/libvirt/libvirt-sock",
		filepath.Join(user, "bus"),
		filepath.Join(user, "systemd/private"),
		filepath.Join(user, "docker.sock"),
		filepath.Join(user, "podman/podman.sock"),
	}
}

func hideSockets() error {
	for _, path := range socketsThatLeadOut() {
		if _, err := os.Stat(path); err != nil {
			continue
		}
		if err := unix.Mount("/dev/null", path, "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}
