/**
 * Films the slides of the demonstration's lessons into content/lessons: H.264 without sound. Their captions are in the
 * course's file. Needs a Chromium (CHROMIUM names another) and ffmpeg.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

type Slide = { seconds: number; title: string; lines?: string[]; code?: string; table?: string[][] }

const BOOKS = [
  ['id', 'title', 'year', 'branch'],
  ['1', 'Kalila wa Dimna', '750', 'Riyadh'],
  ['2', 'The Book of Optics', '1021', 'Jeddah'],
  ['3', 'The Muqaddimah', '1377', 'Riyadh'],
]

const LESSONS: Record<string, Slide[]> = {
  'sql-foundations/what-is-a-database': [
    { seconds: 6, title: 'SQL foundations', lines: ['What is a relational database?'] },
    { seconds: 9, title: 'A table is a list of things of one kind', table: BOOKS },
    { seconds: 9, title: 'A row is one thing, a column is one fact', table: BOOKS },
    { seconds: 8, title: 'A key names a row, once and for all', code: 'id = 2  →  The Book of Optics' },
    { seconds: 6, title: 'Next: ask the first question', code: 'SELECT title FROM books' },
  ],
  'sql-foundations/select-where-order': [
    { seconds: 6, title: 'SELECT, WHERE and ORDER BY', lines: ['Which columns, which rows, in which order'] },
    { seconds: 9, title: 'Which columns', code: 'SELECT title, year\nFROM books' },
    { seconds: 9, title: 'Which rows', code: "SELECT title, year\nFROM books\nWHERE branch = 'Riyadh'" },
    { seconds: 9, title: 'In which order', code: "SELECT title, year\nFROM books\nWHERE branch = 'Riyadh'\nORDER BY year DESC" },
    { seconds: 7, title: 'The answer', table: [['title', 'year'], ['The Muqaddimah', '1377'], ['Kalila wa Dimna', '750']] },
  ],
}

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

function htmlOf({ title, lines = [], code, table }: Slide): string {
  const [head = [], ...rows] = table ?? []
  const cells = (row: string[], tag: string) => `<tr>${row.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('')}</tr>`
  return `<!doctype html><style>
    body { margin: 0; width: 1280px; height: 720px; box-sizing: border-box; padding: 90px 110px; background: #fffdf9;
      color: #13231f; font: 32px/1.5 "Readex Pro", "DejaVu Sans", sans-serif; border-block-start: 24px solid #14594b }
    h1 { margin: 0 0 48px; font-size: 52px; line-height: 1.25 } p { margin: 0; color: #5a6762; font-size: 38px }
    pre { margin: 0; padding: 40px 48px; border-radius: 24px; background: #0d3a31; color: #e4ede6;
      font: 40px/1.5 "DejaVu Sans Mono", monospace }
    table { border-collapse: collapse; width: 100%; font-size: 34px } th, td { padding: 16px 20px; text-align: left;
      border-bottom: 2px solid #e6dfd1 } th { color: #14594b }</style>
    <h1>${escape(title)}</h1>${lines.map((line) => `<p>${escape(line)}</p>`).join('')}
    ${code ? `<pre>${escape(code)}</pre>` : ''}
    ${table ? `<table>${cells(head, 'th')}${rows.map((row) => cells(row, 'td')).join('')}</table>` : ''}`
}

const root = join(import.meta.dirname, '..', '..', 'content', 'lessons')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  for (const [name, slides] of Object.entries(LESSONS)) {
    const folder = mkdtempSync(join(tmpdir(), 'maahad-lesson-'))
    const list: string[] = []
    for (const [place, slide] of slides.entries()) {
      await page.setContent(htmlOf(slide))
      const file = join(folder, `${place}.png`)
      writeFileSync(file, await page.screenshot())
      list.push(`file '${file}'`, `duration ${slide.seconds}`)
    }
    list.push(list.at(-2)!)
    writeFileSync(join(folder, 'list.txt'), list.join('\n'))
    mkdirSync(join(root, name, '..'), { recursive: true })
    const { status, stderr } = spawnSync('ffmpeg', [
      ...['-y', '-f', 'concat', '-safe', '0', '-i', join(folder, 'list.txt'), '-r', '10', '-c:v', 'libx264'],
      ...['-preset', 'slow', '-tune', 'stillimage', '-crf', '26', '-g', '50', '-pix_fmt', 'yuv420p'],
      ...['-movflags', '+faststart', '-map_metadata', '-1', join(root, `${name}.mp4`)],
    ])
    rmSync(folder, { recursive: true })
    if (status !== 0) throw new Error(String(stderr))
  }
} finally {
  await browser.close()
}
