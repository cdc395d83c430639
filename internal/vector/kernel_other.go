//go:build !amd64 && !arm64

package vector

func kernels() []kernel { return []kernel{plainGo} }
