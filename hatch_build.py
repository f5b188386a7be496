"""The build hook: a wheel or sdist built from a checkout carries the built client.

From a checkout without one it is built here, with Node from the PATH or from PyPI. The sdist carries the
result, so that building a wheel from it needs no Node. Editable installs are left alone: `make` builds
the client for those.
"""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _client_builder(root: Path) -> ModuleType:
    """tools/build_client.py, loaded by its path: the root is not on the path of a build."""
    spec = importlib.util.spec_from_file_location("potluck_build_client", root / "tools" / "build_client.py")
    if spec is None or spec.loader is None:
        raise RuntimeError("tools/build_client.py is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ClientHook(BuildHookInterface[Any]):
    """Sees to it that src/potluck/web/static is there before files are collected."""

    def _has_client(self) -> bool:
        return (Path(self.root) / "src/potluck/web/static/index.html").is_file()

    def dependencies(self) -> list[str]:
        """Node as a package, but only when it will be needed."""
        if self._has_client() or not (Path(self.root) / "client").is_dir():
            return []
        builder = _client_builder(Path(self.root))
        return [] if builder.path_has_node() else [builder.NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client if it is missing; `version` is "standard" or "editable"."""
        if version == "editable" or self._has_client():
            return
        _client_builder(Path(self.root)).build()
