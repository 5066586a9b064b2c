"""A browser for the tests: the one that is installed, else one from apt, else Playwright's own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

INSTALLED_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def starts(executable: str) -> bool:
    """Whether this browser runs: Ubuntu's apt package, for one, may be a mere pointer to a snap."""
    try:
        answer = subprocess.run([executable, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0


def installed_browser() -> str | None:
    """The executable of a browser that starts: the system's, else Playwright's own, else None."""
    for name in INSTALLED_NAMES:
        executable = shutil.which(name)
        if executable and starts(executable):
            return executable
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() and starts(own) else None


def administrator() -> list[str] | None:
    """What to put before a command that needs an administrator; None where that would ask for a password."""
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "-n"]
    if shutil.which("sudo") and subprocess.run([*sudo, "true"], capture_output=True, check=False).returncode == 0:
        return sudo
    return None


def succeeds(command: list[str]) -> bool:
    """Whether a command, shown before it runs, ends well."""
    print("  " + " ".join(command), flush=True)
    return subprocess.run(command, check=False).returncode == 0


def install() -> str | None:
    """The executable of a browser installed now, or None where no way worked."""
    prefix = administrator()
    if prefix is not None and shutil.which("apt-get"):
        print("No Chromium here: installing it with apt.", flush=True)
        apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
        succeeds([*apt, "update", "-qq"])
        succeeds([*apt, "install", "-y", "-qq", "--no-install-recommends", "chromium"])
        if found := installed_browser():
            return found
    print("No Chromium from apt: letting Playwright install its own.", flush=True)
    libraries = ["--with-deps"] if prefix is not None and shutil.which("apt-get") else []
    succeeds([sys.executable, "-m", "playwright", "install", *libraries, "chromium"])
    return installed_browser()


def main() -> int:
    """0 when a browser is there at the end."""
    executable = installed_browser() or install()
    if executable is None:
        print("The browser tests need Chromium, and no way to install it worked. Install it, then try again.")
        return 1
    print(f"Browser: {executable}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
