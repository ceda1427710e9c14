"""14-sections: other right ways, and an answer that knows only the example of the docs."""

import re

HEADING = re.compile(r"(#{1,6}) (.+)")


def with_six_places(text):
    titles = [""] * 7
    found = [["", []]]
    fences = 0
    for line in text.split("\n"):
        fences += line == "```"
        heading = HEADING.fullmatch(line) if fences % 2 == 0 else None
        if heading:
            level = len(heading[1])
            titles[level:] = [heading[2]] + [""] * (6 - level)
            found.append([" > ".join(filter(None, titles)), []])
        elif line:
            found[-1][1].append(line)
    return [(path, "\n".join(lines)) for path, lines in found if lines]


def backwards(text):
    """For each heading, those above it are looked for going up."""
    lines, is_code = text.split("\n"), False
    levels = []
    for line in lines:
        is_code ^= line == "```"
        heading = None if is_code else HEADING.fullmatch(line)
        levels.append(len(heading[1]) if heading else 0)
    starts = [-1, *[place for place, level in enumerate(levels) if level], len(lines)]
    found = []
    for start, end in zip(starts, starts[1:]):
        body = "\n".join(lines[start + 1 : end])
        path, level = [], 7
        for place in range(start, -1, -1):
            if 0 < levels[place] < level:
                level = levels[place]
                path.insert(0, lines[place].lstrip("# "))
        if body:
            found.append((" > ".join(path), body))
    return found


RIGHT = [with_six_places, backwards]


def HARD_CODED(text):
    return [("Owls", "Birds."), ("Owls > Food", "Mice.")]
