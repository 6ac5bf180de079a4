// Which objects are alive: lets builds without NDEBUG answer a call with a destroyed object by an error.
#pragma once

namespace trellis::c_api {

#ifdef NDEBUG
inline void note_made(const void*) {}
inline void note_destroyed(const void*) {}
inline bool is_live(const void* object) { return object != nullptr; }
#else
void note_made(const void* object);
void note_destroyed(const void* object);
/// True for an object that was made and not destroyed yet.
bool is_live(const void* object);
#endif

}  // namespace trellis::c_api
