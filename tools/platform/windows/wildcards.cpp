// The shells of Windows pass "*.dxil" to the program as it is. MinGW-w64's start-up code replaces such arguments by the names of the files
// that they match if this variable of its is not 0.
extern "C" {
extern int _dowildcard;
int _dowildcard = -1;
}
