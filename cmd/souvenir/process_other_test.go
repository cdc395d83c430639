//go:build unix && !linux

package main_test

import "os/exec"

// dieWithUs can be had on Linux only; elsewhere the cleanup of the test has to do.
func dieWithUs(*exec.Cmd) {}
