"""Writes the client's TypeScript types from the server's structs, so that the two cannot drift apart.

`client/src/wire.ts` gets the socket's messages and the HTTP bodies, `client/src/games/<game>/wire.ts`
each game's view and hints. `--check` writes nothing and exits with 1 when a file is not what it should be.
"""

import argparse
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import msgspec
from msgspec import Struct, inspect

from potluck.locale import Message
from potluck.play.game import View
from potluck.play.phrase import Arg, Phrase
from potluck.play.registry import games
from potluck.tables import room
from potluck.web import messages, payloads

CLIENT: Final = Path(__file__).resolve().parents[1] / "client" / "src"

_HEAD: Final = "// Made by tools/types.py from {}. Do not edit: run `python -m tools.types`.\n"
_PLAIN: Final[Mapping[type[inspect.Type], str]] = {
    inspect.AnyType: "unknown",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.NoneType: "null",
}
_BASES: Final = (messages.FromTab, messages.ToTab, payloads.Asked)


class Writer:
    """Collects every struct that is reachable and writes one declaration for each."""

    def __init__(self, known: Iterable[type[Struct]] = ()) -> None:
        """`known` are declared elsewhere: they are named, not written again."""
        self._known = {each.__name__: each for each in known}
        self._found: dict[str, type[Struct]] = {}
        self.used: set[str] = set()  # of the known ones

    def add(self, struct: type[Struct]) -> str:
        """Declare a struct and what it refers to; returns its name."""
        name = struct.__name__
        if name in self._known:
            if self._known[name] is not struct:
                raise TypeError(f"two structs are called {name}")
            self.used.add(name)
        elif name not in self._found:
            self._found[name] = struct
            for field in _own_fields(struct, self._parent(struct)):
                self.spell(field.type)
        elif self._found[name] is not struct:
            raise TypeError(f"two structs are called {name}")
        return name

    def spell(self, kind: inspect.Type) -> str:
        """A type in TypeScript."""
        if isinstance(kind, inspect.Metadata):
            return self.spell(kind.type)
        if type(kind) in _PLAIN:
            return _PLAIN[type(kind)]
        if isinstance(kind, inspect.StructType):
            return self.add(kind.cls)
        if isinstance(kind, inspect.LiteralType):
            return " | ".join(_literal(value) for value in kind.values)
        if isinstance(kind, inspect.UnionType):
            # None last, as people read it.
            parts = sorted(kind.types, key=lambda part: isinstance(part, inspect.NoneType))
            return " | ".join(dict.fromkeys(self.spell(part) for part in parts))
        if isinstance(kind, inspect.ListType):
            return self._array(kind.item_type)
        if isinstance(kind, inspect.TupleType):
            return f"[{', '.join(self.spell(item) for item in kind.item_types)}]"
        if isinstance(kind, inspect.VarTupleType):
            return self._array(kind.item_type)
        if isinstance(kind, inspect.DictType):
            key = self.spell(kind.key_type)
            return f"Record<{key}, {self.spell(kind.value_type)}>"
        raise TypeError(f"no TypeScript for {kind}")

    def structs(self) -> list[type[Struct]]:
        """What has been declared here."""
        return list(self._found.values())

    def declarations(self) -> list[str]:
        """Every declaration, in the order they were found."""
        return [self._declare(struct) for struct in self._found.values()]

    def _array(self, item: inspect.Type) -> str:
        inner = self.spell(item)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"

    def _parent(self, struct: type[Struct]) -> type[Struct] | None:
        return next((each for each in struct.__mro__[1:] if self._known.get(each.__name__) is each), None)

    def _declare(self, struct: type[Struct]) -> str:
        parent = self._parent(struct)
        config = struct.__struct_config__
        # What we send has every field unless defaults are left out; what we are sent may lack them.
        may_lack = config.omit_defaults or config.forbid_unknown_fields
        lines = []
        if isinstance(config.tag, str) and config.tag_field:
            lines.append(f"  {config.tag_field}: {_literal(config.tag)};")
        for field in _own_fields(struct, parent):
            optional = "?" if may_lack and not field.required else ""
            lines.append(f"  {field.encode_name}{optional}: {self.spell(field.type)};")
        head = f"export interface {struct.__name__}"
        if parent is not None:
            head += f" extends {self.add(parent)}"
        body = "{\n" + "\n".join(lines) + "\n}" if lines else "{}"
        if not lines and parent is None:
            return f"{_comment(struct)}export type {struct.__name__} = Record<string, never>;"
        return f"{_comment(struct)}{head} {body}"


def _own_fields(struct: type[Struct], parent: type[Struct] | None) -> list[inspect.Field]:
    described = inspect.type_info(struct)
    assert isinstance(described, inspect.StructType)
    inherited = set(parent.__struct_fields__) if parent else set()
    return [field for field in described.fields if field.name not in inherited]


def _literal(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _comment(struct: type[Struct]) -> str:
    first = (struct.__doc__ or "").strip().split("\n")[0]
    return f"/** {first} */\n" if first else ""


def _structs(module: ModuleType) -> list[type[Struct]]:
    """The structs a module defines, in its order."""
    return [
        each
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, Struct)
        and each.__module__ == module.__name__
        and each not in _BASES
    ]


def house() -> tuple[str, list[type[Struct]]]:
    """The text of `wire.ts`, and the structs it declares."""
    writer = Writer()
    writer.add(Phrase)
    writer.add(View)
    for module in (room, messages, payloads):
        for struct in _structs(module):
            writer.add(struct)
    aliases = {
        "Arg": Arg,
        "Message": Message,
        "FromTabMessage": messages.FromTabMessage,
        "ToTabMessage": messages.ToTabMessage,
    }
    lines = [
        f"export type {name} = {writer.spell(inspect.type_info(kind))};" for name, kind in aliases.items()
    ]
    source = _HEAD.format("tables/room.py, web/messages.py and web/payloads.py")
    return source + "\n" + "\n\n".join([*writer.declarations(), "\n".join(lines)]) + "\n", writer.structs()


def game_wire(name: str, views: type[Struct], hints: type[Struct], known: list[type[Struct]]) -> str:
    """The text of a game's `wire.ts`."""
    writer = Writer(known)
    writer.add(views)
    writer.add(hints)
    body = "\n\n".join(writer.declarations())
    names = ", ".join(sorted(writer.used))
    imports = f'import type {{ {names} }} from "../../wire";\n\n' if names else ""
    return _HEAD.format(f"the view and hints of {name}") + "\n" + imports + body + "\n"


def wanted() -> dict[Path, str]:
    """Every file and what must be in it."""
    text, known = house()
    files = {CLIENT / "wire.ts": text}
    for name, game in games().items():
        folder = CLIENT / "games" / name
        files[folder / "wire.ts"] = game_wire(name, game.views, game.hinted, known)
    return files


def main(arguments: list[str]) -> int:
    """Write the files, or with --check compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, exit with 1 if a file differs")
    check = parser.parse_args(arguments).check
    drifted = 0
    for path, text in wanted().items():
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        drifted += 1
        if check:
            name = path.relative_to(CLIENT.parents[1])
            print(f"{name} differs: run `python -m tools.types`", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(CLIENT.parents[1])}")
    return 1 if check and drifted else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
