"""Writes a terminal's screen, with its escape sequences, as SVG.

    tmux capture-pane -p -e | python svg.py COLUMNS TITLE >screen.svg
"""

import io
import sys

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

# The page's own monospaced font, and no font from the web: pages show pictures without what these link to.
FORMAT = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" xml:space="preserve" role="img" aria-label="TITLE">
<style>
.{unique_id}-matrix {{ font: {char_height}px Menlo, Consolas, 'DejaVu Sans Mono', monospace; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
<rect width="{width}" height="{height}" rx="8" fill="#16191d"/>
<g transform="translate({terminal_x}, 8)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""

THEME = TerminalTheme(
    (22, 25, 29),
    (208, 212, 218),
    [(60, 66, 74), (224, 108, 117), (126, 192, 120), (222, 180, 96), (97, 160, 239), (198, 120, 221), (86, 182, 194), (208, 212, 218)],
    [(110, 118, 129), (240, 128, 136), (150, 214, 144), (240, 202, 120), (124, 180, 250), (216, 146, 236), (110, 202, 214), (250, 250, 250)],
)

columns, title = int(sys.argv[1]), sys.argv[2]
console = Console(record=True, width=columns, file=io.StringIO(), force_terminal=True, color_system="truecolor", legacy_windows=False)
for line in sys.stdin.read().rstrip("\n").split("\n"):
    text = Text.from_ansi(line, no_wrap=True, overflow="crop")
    console.print(text, soft_wrap=False)
print(console.export_svg(theme=THEME, code_format=FORMAT.replace("TITLE", title), unique_id="screen", font_aspect_ratio=0.602), end="")
