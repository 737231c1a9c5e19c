/** Draws docs/design.webp from docs/design-page and the components it shows. Needs a Chromium: CHROMIUM names another. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'

const root = join(import.meta.dirname, '..', '..')
const vite = await createServer({
  configFile: false,
  root: join(root, 'docs', 'design-page'),
  cacheDir: join(root, 'node_modules', '.vite-design'),
  publicDir: join(root, 'public'),
  server: { port: 0, fs: { allow: [root] }, hmr: false },
  logLevel: 'error',
})
await vite.listen()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await page.goto(vite.resolvedUrls!.local[0]!)
  await page.waitForSelector('h1')
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  writeFileSync(join(root, 'docs', 'design.webp'), await webpOf(await page.screenshot({ fullPage: true })))
} finally {
  await browser.close()
  await vite.close()
}

/** The browser's own encoder: no other is needed. */
async function webpOf(png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const encoded = await page.evaluate(
    async (source) => {
      const picture = new Image()
      picture.src = source
      await picture.decode()
      const canvas = document.createElement('canvas')
      canvas.width = picture.naturalWidth
      canvas.height = picture.naturalHeight
      canvas.getContext('2d')!.drawImage(picture, 0, 0)
      return canvas.toDataURL('image/webp', 0.82)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64')
}
