/**
 * Films the page of `tools/art/film` frame by frame into content/videos: H.264, VP9 and the picture that stands before it
 * plays. The captions beside them are written by hand. Needs a Chromium (CHROMIUM names another) and ffmpeg.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'

const FRAMES_A_SECOND = 25
const SECONDS = 24
const POSTER_AT = 4.6
const NAME = 'maahad'

const root = join(import.meta.dirname, '..', '..')
const film = (ending: string) => join(root, 'content', 'videos', NAME + ending)
const frames = mkdtempSync(join(tmpdir(), 'maahad-film-'))

const vite = await createServer({
  configFile: false,
  root: join(root, 'tools', 'art', 'film'),
  cacheDir: join(root, 'node_modules', '.vite-film'),
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
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await page.goto(vite.resolvedUrls!.local[0]!, { waitUntil: 'networkidle' })
  await page.evaluate(() => window.filmIsReady)
  const shoot = async (seconds: number, name: string) => {
    await page.evaluate((at) => window.showAt(at), seconds)
    writeFileSync(join(frames, name), await page.screenshot({ type: 'jpeg', quality: 96 }))
  }
  for (let frame = 0; frame < SECONDS * FRAMES_A_SECOND; frame += 1)
    await shoot(frame / FRAMES_A_SECOND, `${String(frame).padStart(4, '0')}.jpg`)
  await shoot(POSTER_AT, 'poster.jpg')
} finally {
  await browser.close()
  await vite.close()
}

const taken = ['-framerate', String(FRAMES_A_SECOND), '-i', join(frames, '%04d.jpg')]
encode(
  [...taken, '-c:v', 'libx264', '-preset', 'slow', '-crf', '28', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'],
  '.mp4',
)
encode(
  [...taken, '-c:v', 'libvpx-vp9', '-crf', '40', '-b:v', '0', '-cpu-used', '3', '-row-mt', '1', '-pix_fmt', 'yuv420p'],
  '.webm',
)
encode(['-i', join(frames, 'poster.jpg'), '-c:v', 'libwebp', '-quality', '80'], '.webp')
rmSync(frames, { recursive: true })

function encode(how: string[], ending: string) {
  const done = spawnSync('ffmpeg', ['-y', '-loglevel', 'error', ...how, film(ending)], { stdio: 'inherit' })
  if (done.status !== 0) throw new Error(`ffmpeg could not write ${film(ending)}`)
}
