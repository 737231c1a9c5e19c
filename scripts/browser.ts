/**
 * Finds a Chromium for the tests: one on the machine, else Debian's package, else Playwright's download. For Debian's it
 * also installs the headless shell of the same version, which most tests use.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The path of a browser, installed when there is none.
 * @throws when none can be installed; the message says what to do
 */
export function findBrowser(): string {
  const browser = onMachine() ?? fromDebian() ?? fromPlaywright()
  if (browser) {
    installHeadlessShell(browser)
    return browser
  }
  throw new Error('The tests need a Chromium: install one, or set CHROMIUM_PATH to it.')
}

function onMachine(): string | undefined {
  const configured = process.env.CHROMIUM_PATH
  if (configured) return existsSync(configured) ? configured : undefined
  const folders = (process.env.PATH ?? '').split(':')
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES].find((path) =>
    existsSync(path),
  )
}

function fromDebian(): string | undefined {
  if (!mayInstall()) return undefined
  console.log("Installing Debian's chromium for the browser tests (once)…")
  install('chromium')
  return onMachine()
}

/** Optional: without it the tests use the whole browser, which is slower. */
function installHeadlessShell(browser: string): void {
  if (browser !== '/usr/bin/chromium' || existsSync(`${browser}-headless-shell`) || !mayInstall()) return
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is dpkg's
  const { stdout } = spawnSync('dpkg-query', ['--show', '--showformat=${Version}', 'chromium'], { encoding: 'utf8' })
  if (!stdout) return
  console.log("Installing Debian's chromium-headless-shell, which is quicker, for the browser tests (once)…")
  install(`chromium-headless-shell=${stdout}`)
}

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

function install(packageName: string): void {
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' }).status
  // An outdated package list would install an outdated browser.
  apt('update')
  apt('install', '-y', '--no-install-recommends', packageName)
}

function fromPlaywright(): string | undefined {
  console.log("Downloading Playwright's browser for the tests (once)…")
  const cli = join(import.meta.dirname, '..', 'node_modules', 'playwright-core', 'cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium-headless-shell', 'chromium'], { stdio: 'inherit' })
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}
