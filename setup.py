"""What is compiled, and how. Everything else about the package stands in pyproject.toml.

The engine compiles with mypyc where it can and runs interpreted where it cannot: without a C
compiler, without mypy, for an editable install, or when ``AFFRAY_PURE=1`` asks for it.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

COMPILED = ["core/*.py", "rulesets/**/*.py", "bots/*.py"]
INTERPRETED = {
    "core/arrays.py": "shows typed arrays to the compiler and lists to the interpreter",
    "core/paths_plain.py": "the interpreter's twin of the compiled path search",
    "content/": "how a game's files are read: it works with pydantic",
    "__init__.py": "only names what its package holds; nothing in it is hot",
    "__main__.py": "python -m cannot run a compiled module",
}
# Nobody calls into the library from outside: calls inside it need not go through its table of
# symbols. That makes a fight 1 % fewer instructions and 5 % quicker.
CLOSED = {
    "linux": ["-fvisibility=hidden", "-fno-semantic-interposition"],
    "darwin": ["-fvisibility=hidden"],
}
# These ask about the package, or leave it where it is: compiling would be wasted or in the way.
WITHOUT_COMPILING = {"egg_info", "dist_info", "sdist", "develop", "editable_wheel"}


def sources() -> list[str]:
    """Every module to compile, in a fixed order."""
    package = Path("src/affray")
    return sorted(
        path.as_posix()
        for pattern in COMPILED
        for path in package.glob(pattern)
        if path.name not in INTERPRETED
        and path.relative_to(package).as_posix() not in INTERPRETED
        and path.parent.name != "content"
    )


def extensions() -> list[Extension]:
    """The extension modules: none where the package is to run interpreted."""
    if os.environ.get("AFFRAY_PURE") == "1" or WITHOUT_COMPILING.intersection(sys.argv):
        return []
    paths = sources()
    try:
        from mypyc.build import mypycify
    except ImportError:
        return _interpreted("mypy is not installed")
    if not paths:
        return _interpreted("there is nothing to compile")
    # Errors in modules that stay interpreted are not the compiler's business: their dependencies
    # need not be installed where the package is built.
    options = ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports"]
    tell(f"translating {len(paths)} modules into C")
    try:
        made: list[Extension] = mypycify(
            [*options, *paths],
            opt_level="2",  # -O3 takes a tenth longer and makes no instruction fewer
            debug_level="0",
            multi_file=True,  # one C file a module: less memory, and they compile side by side
            group_name="affray",
        )
    except SystemExit as fault:  # mypyc's only way to say that it failed
        return _interpreted(f"mypyc gave up ({fault})")
    for extension in made:
        extension.optional = True
        extension.sources = [prepared(Path(source)) for source in extension.sources]
        # Not +=: mypyc gives all of them one and the same list.
        extension.extra_compile_args = [
            *extension.extra_compile_args,
            *CLOSED.get(sys.platform, []),
        ]
        if sys.platform == "linux":
            extension.extra_link_args = [*extension.extra_link_args, "-Wl,-Bsymbolic"]
    return made


def _interpreted(reason: str) -> list[Extension]:
    tell(f"{reason}; it will run interpreted, which is slower")
    return []


# Where mypyc puts what inspect and help() read of a function, a class, a property and a module.
DOC = r'PyDoc_STR\((NULL|"(?:[^"\\]|\\.)*")\)'
METHODS = re.compile(r"static PyMethodDef (\w+)\[\] = \{.*?\n\};", re.DOTALL)
METHOD = re.compile(r'(\{"(\w+)",[^{}]*?)' + DOC)
TYPE = re.compile(
    r"(static PyTypeObject CPyType_(\w+)_template_ = \{.*?\.tp_doc = )" + DOC, re.DOTALL
)
GETTERS = re.compile(r"static PyGetSetDef (\w+)_getseters\[\] = \{.*?\n\};", re.DOTALL)
GETTER = re.compile(r'(\{"(\w+)",[^{}]*?)NULL, NULL\}')
MODULE = re.compile(r'(PyModuleDef_HEAD_INIT,\s*"([\w.]+)",\s*)NULL( /\*|,)')


def prepared(path: Path) -> str:
    """Return the path of a C file of mypyc as we compile it.

    What is ours in it lies beside what mypyc wrote, and is written only where it differs: so each C
    file compiles again only if it must.
    """
    text = path.read_text("utf-8")
    if path.name == RUNTIME:
        text = without_traces_of_breaks(text, path.parent)
    elif path.name.startswith("__native"):
        text = with_what_it_names(documented(text), path.parent)
    return written(path.parent / "prepared" / path.name, text)


# The header in which every C file finds all functions and values of all modules, a line each.
DECLARATIONS = "__native_internal_affray.h"
DECLARED = re.compile(r"extern [^(]*?(\w+)(?:\[\d*\])?[(;]")
LENGTH = re.compile(r"(?<=CPyStatics)\[\d+\]")  # any new text or number would change it
WORD = re.compile(r"\w+")


def with_what_it_names(text: str, folder: Path) -> str:
    """Return a C file with the declarations of what it names, instead of all there are.

    When a function comes to take other parameters, only those that call it compile again.
    """
    include = f'#include "{DECLARATIONS}"\n'
    if include not in text:
        return text
    used = set(WORD.findall(text))
    return text.replace(
        include, "".join([line for name, line in declarations(folder) if not name or name in used])
    )


@cache
def declarations(folder: Path) -> list[tuple[str, str]]:
    """Return the lines of the header of declarations, each with the name it declares or ""."""
    lines = (folder / DECLARATIONS).read_text("utf-8").splitlines(keepends=True)
    found = [(DECLARED.match(line), line) for line in lines]
    return [(match[1] if match else "", LENGTH.sub("[]", line)) for match, line in found]


def documented(text: str) -> str:
    """Return a C file with the docstrings of its module, which mypyc leaves out.

    It gives functions and classes their signatures only.
    """
    module = MODULE.search(text)
    source = Path("src", *module[2].split(".")).with_suffix(".py") if module else Path()
    if not source.is_file():
        return text
    return with_docstrings(text, docstrings(source.read_text("utf-8")))


def written(path: Path, text: str) -> str:
    """Write a file that does not say so already; return its path."""
    if not path.exists() or path.read_text("utf-8") != text:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return path.as_posix()


# What mypyc calls in every function that an exception leaves: it makes a code object and a frame.
RUNTIME = "exc_ops.c"
TRACE = re.compile(r"^void CPy_AddTraceback\([^)]*\) \{\n", re.MULTILINE)
SUSPENDED = re.compile(r"\bextern PyTypeObject \*(CPyType_(?:\w+___)?dice___Suspended);")


def without_traces_of_breaks(text: str, folder: Path) -> str:
    """Return mypyc's exceptions in C such that ``Suspended`` leaves no traceback.

    A step is broken off by it whenever somebody outside is asked, and run again with the answer:
    nobody reads where that was, and frames for it are a third of what resuming takes. All other
    exceptions keep theirs. A mypyc that looks otherwise is left as it is.
    """
    headers = sorted(folder.glob("__native*.h"))
    suspended = SUSPENDED.search("".join([one.read_text("utf-8") for one in headers]))
    if suspended is None:
        return text
    return TRACE.sub(
        lambda one: (
            f"{suspended[0]}\n\n{one[0]}"
            f"    if (PyErr_ExceptionMatches((PyObject *){suspended[1]}))\n        return;\n"
        ),
        text,
    )


def docstrings(source: str) -> dict[str, str]:
    """Return the docstrings of a module by name: itself "", functions, classes and methods."""
    found: dict[str, str] = {}
    waiting: list[tuple[str, ast.Module | ast.ClassDef | ast.FunctionDef]]
    waiting = [("", ast.parse(source))]
    while waiting:
        name, node = waiting.pop()
        found[name] = cleandoc(ast.get_docstring(node, clean=False) or "")
        for below in node.body if not isinstance(node, ast.FunctionDef) else []:
            if isinstance(below, ast.ClassDef | ast.FunctionDef):
                waiting.append((f"{name}.{below.name}".lstrip("."), below))
    return {name: text for name, text in found.items() if text}


def with_docstrings(text: str, docs: dict[str, str]) -> str:
    """Return a C file of mypyc with docstrings in its tables of methods, classes and properties."""
    classes = sorted([name for name in docs if "." not in name and name], key=len, reverse=True)

    def owner(table: str) -> str:
        return next((f"{name}." for name in classes if f"___{table}".endswith(f"___{name}")), "?.")

    def said(shown: str, name: str) -> str:
        parts = [shown] if shown != "NULL" else []
        parts += [literal(docs[name])] if name in docs else []
        return f"PyDoc_STR({' '.join(parts) or 'NULL'})"

    def of_methods(table: re.Match[str]) -> str:
        at = table[1].removesuffix("_methods")
        place = "" if at.endswith("module") else owner(at)
        return METHOD.sub(lambda one: one[1] + said(one[3], place + one[2]), table[0])

    def of_getters(table: re.Match[str]) -> str:
        place = owner(table[1])

        def of_one(one: re.Match[str]) -> str:
            name = place + one[2]
            return f"{one[1]}{literal(docs[name])}, NULL}}" if name in docs else one[0]

        return GETTER.sub(of_one, table[0])

    text = METHODS.sub(of_methods, text)
    text = GETTERS.sub(of_getters, text)
    text = TYPE.sub(lambda one: one[1] + said(one[3], owner(one[2]).rstrip(".")), text)
    if "" in docs:
        text = MODULE.sub(lambda one: one[1] + literal(docs[""]) + one[3], text)
    return text


def literal(text: str) -> str:
    """Return a text as C writes it, a line after the other."""
    lines = text.splitlines(keepends=True)
    return " ".join([f'"{"".join(map(_letter, line.encode()))}"' for line in lines])


def _letter(byte: int) -> str:
    plain = 32 <= byte < 127 and chr(byte) not in '"\\?'
    return chr(byte) if plain else f"\\{byte:03o}"


def tell(text: str) -> None:
    """Say how far the build is; scripts/building.py shows it."""
    sys.stderr.write(f"affray: {text}\n")
    sys.stderr.flush()


class BuildSideBySide(build_ext):
    """Compile the C files on all cores, again only where something changed; all or nothing."""

    def build_extensions(self) -> None:
        """Build every extension; if one fails, remove the others, which would not load."""
        compiler: Any = self.compiler
        compile_one, compile_all = compiler._compile, compiler.compile
        total = sum(len(extension.sources) for extension in self.extensions)
        done = 0

        def count(_: object = None) -> None:
            nonlocal done
            done += 1
            tell(f"{done} of {total}")

        tell(f"compiling {total} C files")
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            running: list[Future[None]] = []

            def submit(target: str, source: str, *details: object) -> None:
                if _is_current(Path(target), Path(source)):
                    count()
                    return
                running.append(pool.submit(compile_one, target, source, *details))
                running[-1].add_done_callback(count)

            def gather(*arguments: object, **options: object) -> object:
                objects = compile_all(*arguments, **options)
                waiting, running[:] = running[:], []
                for job in waiting:
                    job.result()
                return objects

            compiler._compile, compiler.compile = submit, gather
            super().build_extensions()
        self._all_or_nothing()

    def _all_or_nothing(self) -> None:
        built = {Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions}
        complete = all(path.exists() for path in built)
        if not complete:
            _interpreted("not everything could be compiled")
        library = Path(self.build_lib)
        for path in [*library.glob("*__mypyc.*"), *library.glob("affray/**/*")]:
            if path.suffix in (".so", ".pyd") and not (complete and path in built):
                path.unlink()  # of a failed build, or of a module that is no more


def _is_current(target: Path, source: Path) -> bool:
    """Whether the object file is newer than its source and all headers that it includes."""
    if not target.exists():
        return False
    made = target.stat().st_mtime
    headers = [path for path in Path("build").glob("**/*.h") if path.name != DECLARATIONS]
    return all(path.stat().st_mtime < made for path in [source, *headers])


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildSideBySide})
