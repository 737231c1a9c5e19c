/** Lighthouse scores of the most visited pages and of forms: production build, phone or desktop, both languages. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findBrowser } from '../scripts/browser.ts'
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { learnerToken, placeOrders } from './pages/addresses.ts'
import { buildProduct, someCheckout, someCourse, startProduct } from './product.ts'

const RUNS = Number(process.env.RUNS ?? 3)
const IS_DESKTOP = process.env.DESKTOP === '1'
const WANTED = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
type Mark = keyof typeof WANTED
type Report = {
  categories: Record<Mark, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}
type Audit = {
  score: number | null
  title: string
  displayValue?: string
  numericValue?: number
  details?: { items: { resourceType?: string; transferSize?: number }[] }
}

const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']

/**
 * False when a score is below its minimum. PAGES selects some pages, RUNS sets how often each is measured, DESKTOP=1
 * measures as on a desktop instead of a slow phone.
 */
export async function bench(): Promise<boolean> {
  await buildProduct()
  const cluster = await startTestCluster()
  const databaseUrl = await createTestDatabase(cluster, 'bench_lighthouse')
  const dataDir = mkdtempSync(join(tmpdir(), 'maahad-bench-'))
  const { server, address } = await startProduct(databaseUrl, dataDir)
  try {
    const course = await someCourse(address)
    const forms = ['/login', '/sign-up', '/join-us', '/contact', await someCheckout(address, course)]
    const token = await learnerToken(address)
    const [order] = await placeOrders(address, token, 1, 'transfer')
    // Of a learner who is to send the receipt of a transfer.
    const own = `/order-approved?order=${order}`
    const pages = ['', '/courses', course, '/blog', '/faq', ...forms, own].filter(
      (path) => !process.env.PAGES || process.env.PAGES.split(',').includes(path.replace(/\?.*/, '')),
    )
    console.log(
      `  ${''.padEnd(18)}perf  a11y  good  seo   best     FCP     LCP     TBT     CLS  script   median of ${RUNS}, and the best performance`,
    )
    let good = true
    for (const path of pages) {
      for (const lang of ['ar', 'en']) {
        const reports: Report[] = []
        for (let run = 0; run < RUNS; run++)
          reports.push(await lighthouse(`${address}/${lang}${path}`, path === own ? token : undefined, dataDir))
        // Pages of somebody who is signed in load their scripts at once (decision 0058): they are measured only.
        const isGood = show(
          `/${lang}${path.replace(/(courses|order-details)\/.+|\?.+/, (_, folder) => (folder ? `${folder}/…` : ''))}`,
          reports,
        )
        good = good && (isGood || path === own)
      }
    }
    return good
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking']

/** One run in a process of its own, since Lighthouse measures the machine too; repeated when the trace was incomplete. */
async function lighthouse(url: string, token: string | undefined, folder: string, tries = 3): Promise<Report> {
  const cli = join(import.meta.dirname, '..', 'node_modules', 'lighthouse', 'cli', 'index.js')
  const report = join(folder, 'lighthouse.json')
  const output = ['--output=json', `--output-path=${report}`, '--quiet', `--only-categories=${Object.keys(WANTED)}`]
  const form = IS_DESKTOP ? ['--preset=desktop'] : []
  const browser = token ? await signedInBrowser(url, token, folder) : undefined
  const inBrowser = browser
    ? [`--port=${browser.port}`, '--disable-storage-reset']
    : [`--chrome-flags=${FLAGS.join(' ')}`]
  const run = spawn(process.execPath, [cli, url, ...output, ...form, ...inBrowser], {
    env: { ...process.env, CHROME_PATH: findBrowser(), TMPDIR: folder },
    stdio: 'ignore',
  })
  const [status] = await once(run, 'exit')
  await browser?.close()
  if (status === 0) return JSON.parse(readFileSync(report, 'utf8'))
  if (tries > 1) return lighthouse(url, token, folder, tries - 1)
  throw new Error(`Lighthouse could not measure ${url}: it ended with ${status}`)
}

/** A browser of its own that Lighthouse takes over, with the cookie of a session. */
async function signedInBrowser(url: string, token: string, folder: string) {
  const profile = mkdtempSync(join(folder, 'browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: [...FLAGS, '--remote-debugging-port=0'],
  })
  await context.addCookies([{ name: 'access', value: token, url: new URL(url).origin, httpOnly: true }])
  const port = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]!
  return { port, close: () => context.close() }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Of files, while nobody touches the page. */
const scriptBytes = ({ audits }: Report) =>
  audits['network-requests']!.details!.items.filter(({ resourceType }) => resourceType === 'Script').reduce(
    (sum, { transferSize = 0 }) => sum + transferSize,
    0,
  )

/** One line for the page, then the audits that lower its score. */
function show(name: string, reports: Report[]): boolean {
  const marks = Object.keys(WANTED) as Mark[]
  const scores = marks.map((mark) => median(reports.map(({ categories }) => Math.round(categories[mark].score * 100))))
  const [fcp, lcp, tbt, cls] = TIMES.map((id) => median(reports.map(({ audits }) => audits[id]!.numericValue ?? 0)))
  const times = [
    `${(fcp! / 1000).toFixed(2)} s`,
    `${(lcp! / 1000).toFixed(2)} s`,
    `${tbt!.toFixed(0)} ms`,
    cls!.toFixed(3),
    `${(median(reports.map(scriptBytes)) / 1000).toFixed(0)} kB`,
  ]
  // Other work on the machine lengthens the tasks of the page, and never shortens them.
  const best = Math.max(...reports.map(({ categories }) => Math.round(categories.performance.score * 100)))
  console.log(
    `  ${name.padEnd(18)}${[...scores, best].map((score) => String(score).padEnd(6)).join('')}${times.map((time) => time.padStart(8)).join('')}`,
  )
  // Search engines are asked not to list some pages, which Lighthouse counts against them.
  const isListed = reports[0]!.audits['is-crawlable']?.score === 1
  const short = marks.filter((mark, index) => scores[index]! < WANTED[mark] && (mark !== 'seo' || isListed))
  for (const mark of short) {
    const { audits, categories } = reports[0]!
    for (const { id, weight } of categories[mark].auditRefs) {
      const { score, title, displayValue } = audits[id]!
      if (weight > 0 && score !== null && score < 0.9) console.log(`    ${mark}: ${title} ${displayValue ?? ''}`)
    }
  }
  return short.length === 0
}
