/** Lighthouse scores of the most visited pages: production build, phone, both languages. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../scripts/browser.ts'
import { build } from '../scripts/build.ts'
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { someCheckout, someCourse, startProduct } from './product.ts'

const RUNS = Number(process.env.RUNS ?? 3)
const WANTED = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
type Mark = keyof typeof WANTED
type Report = {
  categories: Record<Mark, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string; numericValue?: number }>
}

const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']

/** False when a score is below its minimum. PAGES selects some pages, RUNS sets how often each is measured. */
export async function bench(): Promise<boolean> {
  await build()
  const cluster = await startTestCluster()
  const databaseUrl = await createTestDatabase(cluster, 'bench_lighthouse')
  const dataDir = mkdtempSync(join(tmpdir(), 'maahad-bench-'))
  const { server, address } = await startProduct(databaseUrl, dataDir)
  try {
    const course = await someCourse(address)
    const forms = ['/login', '/sign-up', '/join-us', '/contact', await someCheckout(address, course)]
    const pages = ['', '/courses', course, '/blog', '/faq', ...forms].filter(
      (path) => !process.env.PAGES || process.env.PAGES.split(',').includes(path),
    )
    console.log(`  ${''.padEnd(18)}perf  a11y  best  seo    FCP    LCP   TBT    CLS   median of ${RUNS}`)
    let good = true
    for (const path of pages) {
      for (const lang of ['ar', 'en']) {
        const reports: Report[] = []
        for (let run = 0; run < RUNS; run++) reports.push(await lighthouse(`${address}/${lang}${path}`, dataDir))
        good = show(`/${lang}${path.replace(/(courses|order-details)\/.+/, '$1/…')}`, reports) && good
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

/** One run in a process of its own, since Lighthouse measures the machine too; repeated when the trace was incomplete. */
async function lighthouse(url: string, folder: string, tries = 3): Promise<Report> {
  const cli = join(import.meta.dirname, '..', 'node_modules', 'lighthouse', 'cli', 'index.js')
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const report = join(folder, 'lighthouse.json')
  const output = ['--output=json', `--output-path=${report}`, '--quiet', `--chrome-flags=${flags.join(' ')}`]
  const run = spawn(process.execPath, [cli, url, ...output, `--only-categories=${Object.keys(WANTED)}`], {
    env: { ...process.env, CHROME_PATH: findBrowser(), TMPDIR: folder },
    stdio: 'ignore',
  })
  const [status] = await once(run, 'exit')
  if (status === 0) return JSON.parse(readFileSync(report, 'utf8'))
  if (tries > 1) return lighthouse(url, folder, tries - 1)
  throw new Error(`Lighthouse could not measure ${url}: it ended with ${status}`)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

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
  ]
  console.log(
    `  ${name.padEnd(18)}${scores.map((score) => String(score).padEnd(6)).join('')}${times.map((time) => time.padStart(7)).join('')}`,
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
