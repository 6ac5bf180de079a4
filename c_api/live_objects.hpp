// Tracks which objects are alive, so that builds without NDEBUG can return an error for a call with a
// destroyed object.
#pragma once

namespace trellis::c_api {

#ifdef NDEBUG
inline void note_made(const void*) {}
inline void note_destroyed(const void*) {}
inline bool is_live(const void* object) { return object != nullptr; }
#else
void note_made(const void* object);
void note_destroyed(const void* object);
/// Returns true for an object that was created and has not been destroyed.
bool is_live(const void* object);
#endif

}  // namespace trellis::c_api
