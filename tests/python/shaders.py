"""The reference shaders, for the tests of the Python package."""
import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, 'reference_shaders')


def path(name):
    return os.path.join(FOLDER, name + '.dxil')


def shader(name):
    """Its bytes: shader("stages/ps_view_id")."""
    with open(path(name), 'rb') as file:
        return file.read()
