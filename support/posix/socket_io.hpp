// Whole messages over a stream socket between a parent and its child processes.
#pragma once

#include <cstddef>

namespace trellis {

/// Sends all bytes. Returns false if the peer is gone; never raises SIGPIPE.
bool send_all(int socket, const void* data, size_t size);

/// Waits for `size` bytes. Returns false if the peer goes away before they have arrived.
bool receive_all(int socket, void* data, size_t size);

}  // namespace trellis
