/**
 * Finds a Chromium for the tests: one on the machine, else Debian's package, else Playwright's download; and to Debian's
 * the same engine without windows, with which most tests run.
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
 * @throws when none can be had, with what to do
 */
export function findBrowser(): string {
  const found = onMachine() ?? fromDebian() ?? fromPlaywright()
  if (found) {
    addLight(found)
    return found
  }
  throw new Error('The tests need a Chromium: install one, or set CHROMIUM_PATH to it.')
}

function onMachine(): string | undefined {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : undefined
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

/** Nothing is lost without it but time: the tests take the whole browser then. */
function addLight(browser: string): void {
  if (browser !== '/usr/bin/chromium' || existsSync(`${browser}-headless-shell`) || !mayInstall()) return
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is dpkg's
  const { stdout } = spawnSync('dpkg-query', ['--show', '--showformat=${Version}', 'chromium'], { encoding: 'utf8' })
  if (!stdout) return
  console.log("Installing Debian's chromium-headless-shell, which is quicker, for the browser tests (once)…")
  install(`chromium-headless-shell=${stdout}`)
}

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

function install(wanted: string): void {
  const apt = (...words: string[]) =>
    spawnSync('apt-get', words, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' }).status
  // A list of packages that is months old would bring a browser that is months old.
  apt('update')
  apt('install', '-y', '--no-install-recommends', wanted)
}

function fromPlaywright(): string | undefined {
  console.log("Downloading Playwright's browser for the tests (once)…")
  const cli = join(import.meta.dirname, '..', 'node_modules', 'playwright-core', 'cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium-headless-shell', 'chromium'], { stdio: 'inherit' })
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}
