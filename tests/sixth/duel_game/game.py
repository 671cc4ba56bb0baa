"""What Affray has to know of Duel: where its rules, its content and its encounters lie."""

from affray.content.game import Game

GAME = Game(
    id="duel",
    name="Duel",
    package="duel_game",
    ruleset="duel_game.ruleset:Duel",
    library="duel_game.library:content_library",
    grounds=("open", "wall"),
)
