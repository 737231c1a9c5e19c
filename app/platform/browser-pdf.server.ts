/** Prints PDF with a browser on this machine: Arabic is laid out as on a page, and the fonts are embedded. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pLimit from 'p-limit'

export type PrintPdf = (html: string) => Promise<Buffer>

const PRINT_TIMEOUT_MS = 45_000

/** The browser reads one file and has no network. Its sandbox stays on, except as root, where it does not work. */
const ARGUMENTS = [
  '--headless',
  '--disable-gpu',
  '--no-first-run',
  '--disable-extensions',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--no-pdf-header-footer',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
/** No script runs in the document and nothing is fetched, even if a name in it contains markup. */
const POLICY =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; font-src data:; img-src data:">'

/**
 * Prints one document at a time.
 * @param browser the path of a Chromium
 * @returns a function that prints a self-contained document; it rejects when there is no PDF after `timeoutMs`
 */
export function pdfPrinter(browser: string, timeoutMs = PRINT_TIMEOUT_MS): PrintPdf {
  const oneAtATime = pLimit(1)
  return (html) => oneAtATime(() => print(browser, html, timeoutMs))
}

async function print(browser: string, html: string, timeoutMs: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'maahad-pdf-'))
  try {
    const [page, pdf] = [join(folder, 'page.html'), join(folder, 'page.pdf')]
    await writeFile(page, html.replace('<head>', `<head>${POLICY}`), { mode: 0o600 })
    const args = [`--user-data-dir=${join(folder, 'profile')}`, `--print-to-pdf=${pdf}`, pathToFileURL(page).href]
    await run(browser, [...ARGUMENTS, ...args], folder, timeoutMs)
    const printed = await readFile(pdf)
    if (printed.subarray(0, 5).toString() !== '%PDF-') throw new Error('The browser printed no PDF.')
    return printed
  } finally {
    // The browser's child processes may still write for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

/** Runs the program in its own process group, so that its children are killed too when it takes too long. */
async function run(program: string, args: string[], home: string, timeoutMs: number): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8' }
  const child = spawn(program, args, { stdio: 'ignore', detached: true, env, cwd: home })
  const timeout = setTimeout(() => killGroup(child.pid), timeoutMs)
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    if (code !== 0) throw new Error(`The browser that prints ended with ${code ?? signal}.`)
  } finally {
    clearTimeout(timeout)
    killGroup(child.pid)
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole group has ended already.
  }
}
