# Sets this laptop up from the bundle that this file is in. No network is needed.
Set-Location $PSScriptRoot
if (-not (Get-Command py -ErrorAction SilentlyContinue)) {
    Write-Error "There is no Python here. Install Python 3.11, then run this again."
    exit 1
}
py -3.11 set_up.py @args
exit $LASTEXITCODE
