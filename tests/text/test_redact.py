"""What looks like a credential goes, innocent words stay, and no text makes it slow."""

import time

import pytest

from ragkit.settings import Settings
from ragkit.text.redact import REMOVED, without_secrets

KEY = "sk-proj-4Fz09_abcDEF-1234567890"
HOSTILE = {
    KEY: REMOVED,
    f"密钥{KEY}。": f"密钥{REMOVED}。",
    f"OPENAI_API_KEY={KEY}": f"OPENAI_API_KEY={REMOVED}",
    f"'{KEY}', \"{KEY}\"": f"'{REMOVED}', \"{REMOVED}\"",
    "Incorrect API key provided: sk-abcd1********wxyz.": f"Incorrect API key provided: {REMOVED}.",
    "sk-abcdefghijklmnopqrstuvwx": REMOVED,
    "key tvly-dev-AbCdEf": f"key {REMOVED}",
    "Authorization: Bearer hunter": f"Authorization: Bearer {REMOVED}",
    "{'authorization': 'Basic dXM6cHc='}": f"{{'authorization': 'Basic {REMOVED}'}}",
    "bearer eyJhbGciOi.eyJzdWIi.sIg-n_": f"bearer {REMOVED}",
    "Bearer  abcdef123456": f"Bearer  {REMOVED}",
    "Client(api_key='a1b2c3d4', x=1)": f"Client(api_key='{REMOVED}', x=1)",
    '{"x-api-key": "0123456789ab"}': f'{{"x-api-key": "{REMOVED}"}}',
    "https://a.org/?q=owl&api_key=abc#top": f"https://a.org/?q=owl&api_key={REMOVED}#top",
    "<a href='https://a.org/?key=abc&amp;page=2'>": f"<a href='https://a.org/?key={REMOVED}&amp;page=2'>",
    "http://a.org/#access_token=abc": f"http://a.org/#access_token={REMOVED}",
    "https://ann:pw@a.org/x": f"https://{REMOVED}@a.org/x",
    "postgres://ann:p@ss:w0rd@db:5432/owls": f"postgres://{REMOVED}@db:5432/owls",
    "redis://:pw@localhost": f"redis://{REMOVED}@localhost",
}
INNOCENT = [
    "a task-list-of-20-things-to-do", "sk-learn", "sk-learn 1.5, sk-learn-2024", "risk-averse-investors-of-the-1990s",
    "disk-0123456789abcdef0123", "Gdańsk-Oliwa-Uniwersytet-2024", "the bearer of bad news", "Bearer authentication",
    "bearer certificates.", "The flag-bearer 2024", "sorted(words, key=len)", "api_key=settings.api_key", "key=value",
    "RAGKIT_API_KEY=your-key-here", "http://localhost:11434/v1", "https://a.org:80/@ann", "git@github.com:a/b.git",
    "at 10:30 mail ann@a.org", "https://a.org/?keyword=owl&monkey=1", "ssh://git@a.org", "Authorization: who may what?",
    '<a href="http://a.org:80">ann@a.org</a>', "O(1) // why? a:b@c", REMOVED,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_what_looks_like_a_credential_is_removed_and_the_rest_stays(text):
    assert without_secrets(text) == HOSTILE[text]
    assert without_secrets(HOSTILE[text]) == HOSTILE[text]


@pytest.mark.parametrize("text", INNOCENT)
def test_innocent_words_stay(text):
    assert without_secrets(text) == text


def test_a_secret_is_removed_wherever_it_stands_and_the_longer_one_first():
    text = "hunter2 xhunter2x hunter22"
    assert without_secrets(text, ["hunter2", "", " ", "hunter22"]) == f"{REMOVED} x{REMOVED}x {REMOVED}"


@pytest.mark.parametrize("text", ["sk-", "://:", "bearer ", "api_key=", "?key", "://a:", "sk-a1", "Authorization: "])
def test_hostile_text_does_not_take_long_to_clean(text):
    begun = time.process_time()
    without_secrets(text * 20_000)
    without_secrets(text + "a-" * 50_000)
    without_secrets(text + " " * 50_000)
    assert time.process_time() - begun < 5


def test_the_keys_of_the_settings_are_secrets_and_placeholders_are_not():
    assert Settings(api_key="a-real-key", tavily_key="another-key").secrets() == ["a-real-key", "another-key"]
    assert Settings(api_key="none").secrets() == Settings().secrets() == []
