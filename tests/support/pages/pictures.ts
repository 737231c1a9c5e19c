/** Screenshots of pages, small enough for the repository, and their visible differences. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { Lang } from '../../../app/locales/lang.ts'
import type { TestSite } from '../browser.ts'

const KEPT = join(import.meta.dirname, '..', '..', 'visual', 'pictures')
const FOUND = join(import.meta.dirname, '..', '..', '..', 'build', 'visual')
/** Writes pictures instead of comparing them: all (`1`), or those of the pages with these names. */
export const renewed = process.env.UPDATE?.split(',')
const renewsAll = renewed?.includes('1')

/** Whether a page is opened: every page, unless pictures of some are written. */
export const isOpened = ({ name }: { name: string }) => !renewed || renewsAll || renewed.includes(name)
/** A Sunday, ten in the morning in Riyadh; the courses start a number of days later. */
export const NOW = new Date('2027-01-10T07:00:00Z')

/** Window widths with the scale of their pictures, which are 360 and 195 pixels wide. */
export const WINDOWS = { 1440: 0.25, 390: 0.5 } as const
export type Width = keyof typeof WINDOWS

/** Blocks of this many pixels are compared by their mean colour, which does not depend on font smoothing. */
const BLOCK = 4
/** Of 255, in one of the three colours. */
const SEEN = 14
/** The part of all blocks that may look different. */
export const TOLERANCE = 0.003

export type Difference = {
  /** The part of blocks that look different. */
  blocks: number
  /** By how many pixels one is taller. */
  height: number
}

/** The whole page with all pictures and fonts loaded, without animation. */
export async function pictured(page: Page): Promise<Buffer> {
  // On pages without deferred hydration, the scripts have run.
  await page.waitForFunction(
    () => !document.querySelector('script[type=module]') || document.documentElement.dataset.scripts === 'ready',
  )
  await page.evaluate(async () => {
    const pictures = [...document.images]
    for (const picture of pictures) picture.loading = 'eager'
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
    await document.fonts.ready
    // A screenshot of the whole page does not bring its parts near.
    for (const part of document.querySelectorAll<HTMLElement>('main > *, body > footer'))
      part.style.contentVisibility = 'visible'
    window.scrollTo(0, 0)
  })
  return page.screenshot({ fullPage: true, type: 'jpeg', quality: 70, animations: 'disabled', caret: 'hide' })
}

export async function difference(one: Buffer, other: Buffer): Promise<Difference> {
  const [a, b] = await Promise.all([one, other].map((picture) => decoded(picture)))
  const [width, height] = [Math.min(a!.info.width, b!.info.width), Math.min(a!.info.height, b!.info.height)]
  let [all, changed] = [0, 0]
  for (let top = 0; top + BLOCK <= height; top += BLOCK) {
    for (let left = 0; left + BLOCK <= width; left += BLOCK) {
      const there = meanColour(b!, left, top)
      all += 1
      if (meanColour(a!, left, top).some((value, colour) => Math.abs(value - there[colour]!) > SEEN)) changed += 1
    }
  }
  return { blocks: changed / all, height: Math.abs(a!.info.height - b!.info.height) }
}

type Pixels = Awaited<ReturnType<typeof decoded>>

const decoded = (picture: Buffer) => sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })

/** Red, green and blue of a block. */
function meanColour({ data, info }: Pixels, left: number, top: number): number[] {
  const sums = [0, 0, 0]
  for (let y = top; y < top + BLOCK; y++)
    for (let x = left; x < left + BLOCK; x++)
      for (let colour = 0; colour < 3; colour++) sums[colour]! += data[(y * info.width + x) * 3 + colour]!
  return sums.map((sum) => sum / BLOCK ** 2)
}

export const looksTheSame = ({ blocks, height }: Difference) => blocks <= TOLERANCE && height <= BLOCK

export type PictureName = { name: string; lang: Lang; width: Width }

const fileOf = (folder: string, { name, lang, width }: PictureName) => join(folder, `${name}-${lang}-${width}.jpg`)

export const isPictured = (name: PictureName) => existsSync(fileOf(KEPT, name))

/** A page for screenshots, at a fixed time. */
export async function openAtFixedTime(site: TestSite, lang: Lang, width: Width) {
  const context = await site.browser.newContext({
    baseURL: site.address,
    viewport: { width, height: 900 },
    deviceScaleFactor: WINDOWS[width],
    reducedMotion: 'reduce',
    locale: lang,
    timezoneId: 'Asia/Riyadh',
  })
  await context.clock.setFixedTime(NOW)
  return { page: await context.newPage(), context }
}

/** How the page differs from its stored picture, if it does; the new picture is then saved in the build folder. */
export async function changeOf(page: Page, name: PictureName): Promise<string[]> {
  const now = await pictured(page)
  if (renewsAll || renewed?.includes(name.name)) {
    writeFileSync(fileOf(KEPT, name), now)
    return []
  }
  if (!isPictured(name)) return ['has no picture: see tests/visual/README.md']
  const seen = await difference(readFileSync(fileOf(KEPT, name)), now)
  if (looksTheSame(seen)) return []
  mkdirSync(FOUND, { recursive: true })
  writeFileSync(fileOf(FOUND, name), now)
  return [
    `looks different in ${(seen.blocks * 100).toFixed(2)} % of it, ${seen.height} px taller or shorter, see ${FOUND}`,
  ]
}
