"""29-agree: another right way."""

from ragkit.course.exercises.checks.nb29_agree import agreement


def by_counting(questions):
    graded = [[draft for draft in drafts if draft[1] is not None] for drafts in questions]
    pairs = alike = right = wrong = 0
    for drafts in graded:
        for place, (text, correct) in enumerate(drafts):
            for other, other_correct in drafts[place + 1 :]:
                pairs += 1
                wrong += not (correct or other_correct)
                alike += text == other
                right += text == other and correct
    share = sum(not correct for drafts in graded for _, correct in drafts) / sum(map(len, graded))
    return {
        "independent": share * share,
        "pairs": pairs,
        "agree": alike / pairs,
        "right": right / alike if alike else None,
        "wrong": wrong / pairs,
    }


RIGHT = [by_counting]
ANSWER = agreement
