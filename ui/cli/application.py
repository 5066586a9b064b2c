"""The commands with their options and help, in the reader's language."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from ui.cli.errors import CommandError
from ui.cli.say import say
from ui.words import LANGUAGES, Words

COMMANDS = ("serve", "check", "load", "review", "report", "arena", "export")


def build(w: Words) -> Any:
    """The command line, all of whose help is in the language of ``w``; call its ``main``."""
    app = typer.Typer(
        cls=_translated(TyperGroup, w),
        add_completion=False,
        invoke_without_command=True,
        help=w("command.help"),
        epilog=_examples(w, "command.examples"),
        options_metavar=w("command.options_metavar"),
        subcommand_metavar=w("command.subcommand_metavar"),
        pretty_exceptions_enable=False,
    )
    app.callback()(_global_options(w))
    for name, function in (
        ("serve", _serve(w)),
        ("check", _check(w)),
        ("load", _load(w)),
        ("review", _review(w)),
        ("report", _report(w)),
        ("arena", _arena(w)),
        ("export", _export(w)),
    ):
        app.command(
            name,
            cls=_translated(TyperCommand, w),
            help=w(f"command.{name}.help"),
            epilog=_examples(w, f"command.{name}.examples"),
            options_metavar=w("command.options_metavar"),
        )(function)
    return typer.main.get_command(app)


def _examples(w: Words, key: str) -> str:
    """The examples of a command, a line each, as the help shows them."""
    lines = w(key).splitlines()
    return f"[bold]{w('command.examples_title')}[/bold]\n\n" + "\n".join(f"  {line}" for line in lines)


def _translated(kind: type[Any], w: Words) -> type[Any]:
    """The class ``kind`` of commands, whose help has no English words of typer's own."""

    class Translated(kind):  # type: ignore[misc]
        """A command that speaks the reader's language."""

        def get_help_option(self, ctx: Any) -> Any:
            """The option ``--help``."""
            option = super().get_help_option(ctx)
            if option is not None:
                option.help = w("command.option.help")
                option.metavar = ""
            return option

        def get_usage(self, ctx: Any) -> str:
            """The line that shows how to call the command."""
            return str(super().get_usage(ctx)).replace("Usage:", w("command.usage_title"), 1)

        def format_help(self, ctx: Any, formatter: Any) -> None:
            """Print the help."""
            from typer import rich_utils

            rich_utils.ARGUMENTS_PANEL_TITLE = w("command.arguments_title")
            rich_utils.OPTIONS_PANEL_TITLE = w("command.options_title")
            rich_utils.COMMANDS_PANEL_TITLE = w("command.commands_title")
            rich_utils.DEFAULT_STRING = w("command.default")
            rich_utils.REQUIRED_LONG_STRING = w("command.required")
            rich_utils.ENVVAR_STRING = w("command.variable")
            for parameter in self.params:
                if parameter.param_type_name == "argument":
                    # Its Python type says nothing to a person, and typer has no option that hides it.
                    vars(parameter)["display_type_rich"] = lambda **_: None
            super().format_help(ctx, formatter)

        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            """The command that the first of ``args`` names."""
            if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
                raise CommandError("command.unknown", found=args[0], expected=", ".join(COMMANDS))
            return super().resolve_command(ctx, args)

    return Translated


def usage_sentence(w: Words, error: Exception) -> str | None:
    """What is wrong with the way in which a command was called; None if ``error`` is about something else."""
    from typer.exceptions import TyperException

    if not isinstance(error, TyperException):
        return None
    parameter = getattr(error, "param", None)
    name = "" if parameter is None else parameter.get_error_hint().strip("'")
    match type(error).__name__:
        case "NoSuchOption":
            return w("command.no_option", option=getattr(error, "option_name", ""))
        case "MissingParameter":
            return w("command.missing", name=name)
        case "BadParameter" if name:
            return w("command.bad_value", name=name)
        case _:
            return w("command.usage", reason=error.format_message())


def _version(asked: bool) -> None:
    if asked:
        from ui.cli.version import program_version

        say(f"Settebello {program_version()}")
        raise typer.Exit


def _global_options(w: Words) -> Callable[..., None]:
    def options(
        ctx: typer.Context,
        language: Annotated[
            str | None,
            typer.Option("--lang", metavar="|".join(LANGUAGES), help=w("command.option.lang"), show_default=False),
        ] = None,
        version: Annotated[
            bool,
            typer.Option("--version", metavar="", callback=_version, is_eager=True, help=w("command.option.version")),
        ] = False,
    ) -> None:
        del language, version  # taken from the arguments before, and answered by its callback
        if ctx.invoked_subcommand is None:
            say(ctx.get_help())

    return options


def _files(w: Words) -> Any:
    return typer.Argument(metavar="FILE", help=w("command.argument.files"), show_default=False)


def _database(w: Words) -> Any:
    return typer.Option("--db", metavar="FILE", envvar="SETTEBELLO_DB", help=w("command.option.db"), show_default=False)


def _json(w: Words) -> Any:
    return typer.Option("--json", metavar="", help=w("command.option.json"))


def _match(w: Words) -> Any:
    return typer.Option("--match", metavar="M", help=w("command.review.match"), show_default=False)


def _deal(w: Words) -> Any:
    return typer.Option("--deal", metavar="N", min=1, help=w("command.review.deal"), show_default=False)


def _serve(w: Words) -> Callable[..., None]:
    def serve(
        port: Annotated[
            int | None,
            typer.Option(metavar="N", min=1, max=65535, help=w("command.serve.port"), show_default=False),
        ] = None,
        headless: Annotated[bool, typer.Option("--headless", metavar="", help=w("command.serve.headless"))] = False,
        database: Annotated[Path | None, _database(w)] = None,
    ) -> None:
        from ui.cli.serve import serve_pages

        raise typer.Exit(serve_pages(w, port, headless=headless, database=database))

    return serve


def _check(w: Words) -> Callable[..., None]:
    def check(files: Annotated[list[str], _files(w)], as_json: Annotated[bool, _json(w)] = False) -> None:
        from ui.cli.check import check_files

        raise typer.Exit(check_files(w, files, as_json=as_json))

    return check


def _load(w: Words) -> Callable[..., None]:
    def load(files: Annotated[list[str], _files(w)], database: Annotated[Path | None, _database(w)] = None) -> None:
        from ui.cli.load import load_files

        raise typer.Exit(load_files(w, files, database))

    return load


def _review(w: Words) -> Callable[..., None]:
    def review(
        files: Annotated[list[str], _files(w)],
        match: Annotated[str | None, _match(w)] = None,
        deal: Annotated[int | None, _deal(w)] = None,
        level: Annotated[
            str, typer.Option("--level", metavar="flags|quick|deep", help=w("command.review.level"))
        ] = "quick",
        as_json: Annotated[bool, _json(w)] = False,
    ) -> None:
        from ui.cli.review import review_files

        raise typer.Exit(review_files(w, files, match=match, deal=deal, level=level, as_json=as_json))

    return review


def _report(w: Words) -> Callable[..., None]:
    def report(
        files: Annotated[list[str], _files(w)],
        html: Annotated[Path, typer.Option("--html", metavar="OUT", help=w("command.report.html"))],
        match: Annotated[str | None, _match(w)] = None,
        deal: Annotated[int | None, _deal(w)] = None,
        level: Annotated[str, typer.Option("--level", metavar="quick|deep", help=w("command.report.level"))] = "quick",
        anonymous: Annotated[bool, typer.Option("--anonymous", metavar="", help=w("command.report.anonymous"))] = False,
    ) -> None:
        from ui.cli.report import report_files

        raise typer.Exit(report_files(w, files, html, match=match, deal=deal, level=level, anonymous=anonymous))

    return report


def _arena(w: Words) -> Callable[..., None]:
    def arena(
        first: Annotated[str, typer.Option("--first", metavar="P", help=w("command.arena.first"))],
        second: Annotated[str, typer.Option("--second", metavar="P", help=w("command.arena.second"))],
        deals: Annotated[int, typer.Option("--deals", metavar="N", min=1, help=w("command.arena.deals"))],
        seed: Annotated[int, typer.Option("--seed", metavar="N", help=w("command.arena.seed"))],
        rules: Annotated[
            str, typer.Option("--rules", metavar="R", help=w("command.arena.rules"))
        ] = "scopone-scientifico",
        players: Annotated[
            int | None,
            typer.Option("--players", metavar="N", help=w("command.arena.players"), show_default=False),
        ] = None,
        record: Annotated[
            Path | None,
            typer.Option("--record", metavar="FILE", help=w("command.arena.record"), show_default=False),
        ] = None,
        as_json: Annotated[bool, _json(w)] = False,
    ) -> None:
        from ui.cli.arena import Contest, hold

        contest = Contest(first.lower(), second.lower(), deals, seed, rules, players)
        raise typer.Exit(hold(w, contest, record, as_json=as_json))

    return arena


def _export(w: Words) -> Callable[..., None]:
    def export(
        anki: Annotated[
            Path | None,
            typer.Option("--anki", metavar="FILE", help=w("command.export.anki"), show_default=False),
        ] = None,
        player: Annotated[
            str | None,
            typer.Option("--player", metavar="P", help=w("command.export.player"), show_default=False),
        ] = None,
        database: Annotated[Path | None, _database(w)] = None,
    ) -> None:
        from ui.cli.export import export_anki

        raise typer.Exit(export_anki(w, anki, player, database))

    return export
