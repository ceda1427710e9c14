"""01-fits: other right ways to write the predictions, and one for every budget."""

ALL = ("owl", "cat", "dog")
SUMS = (100, 300, 400)

written_out = {50: ("owl",), 250: ("owl",), 350: ("owl", "cat"), 400: ALL}
computed = {}
for tokens in (50, 250, 350, 400):
    fitting = sum(total <= tokens for total in SUMS)
    computed[tokens] = list(ALL[: max(1, fitting)])

RIGHT = [written_out, computed]
HARD_CODED = dict.fromkeys(written_out, ["owl", "cat"])
