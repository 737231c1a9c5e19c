/** Prints a document by a browser engine on this machine: Arabic is set as on the page, with its letters inside. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pLimit from 'p-limit'

export type PrintPdf = (html: string) => Promise<Buffer>

const PRINT_TIMEOUT_MS = 45_000

/** The engine reads one file and asks nobody for anything. It keeps its own sandbox, which it has none of as root. */
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
/** Nothing runs in the document and nothing is fetched, whatever somebody's name holds. */
const POLICY =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; font-src data:; img-src data:">'

/**
 * Prints one document at a time.
 * @param browser the path of a Chromium
 * @returns prints a document that needs nothing beside itself; rejects when there is no PDF after `longestMs`
 */
export function pdfPrinter(browser: string, longestMs = PRINT_TIMEOUT_MS): PrintPdf {
  const oneAtATime = pLimit(1)
  return (html) => oneAtATime(() => print(browser, html, longestMs))
}

async function print(browser: string, html: string, longestMs: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'maahad-pdf-'))
  try {
    const [page, pdf] = [join(folder, 'page.html'), join(folder, 'page.pdf')]
    await writeFile(page, html.replace('<head>', `<head>${POLICY}`), { mode: 0o600 })
    const last = [`--user-data-dir=${join(folder, 'profile')}`, `--print-to-pdf=${pdf}`, pathToFileURL(page).href]
    await run(browser, [...ARGUMENTS, ...last], folder, longestMs)
    const printed = await readFile(pdf)
    if (printed.subarray(0, 5).toString() !== '%PDF-') throw new Error('The browser printed no PDF.')
    return printed
  } finally {
    // The engine's children may write for a moment longer.
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

/** Ends with the program; in a group of its own, so that its children go with it when it takes too long. */
async function run(program: string, words: string[], home: string, longestMs: number): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8' }
  const child = spawn(program, words, { stdio: 'ignore', detached: true, env, cwd: home })
  const patience = setTimeout(() => killGroup(child.pid), longestMs)
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    if (code !== 0) throw new Error(`The browser that prints ended with ${code ?? signal}.`)
  } finally {
    clearTimeout(patience)
    killGroup(child.pid)
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended, and its children with it.
  }
}
