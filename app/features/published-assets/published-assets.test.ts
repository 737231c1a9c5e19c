import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { assetsPrefix, publishAssets, publishAssetsUntilDone } from './published-assets.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'maahad-assets-'))

/** A build with these files, as the two builds have them: the desk's in a folder of their own. */
function build(name: string, files: string[]): string[] {
  for (const file of files) {
    const path = join(folder, name, 'assets', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `of ${name}: ${file}`)
    writeFileSync(`${path}.br`, 'compressed')
  }
  return [join(folder, name)]
}

describe('the scripts and styles of builds', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(async () => {
    await app.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = (path: string, init?: RequestInit) => fetch(`${app.address}/assets/${path}`, init)
  const publish = (folders: string[]) => publishAssets(app.services, folders)

  it('of another instance are sent, for a year, and only they', async () => {
    expect((await ask('home-1.js')).status).toBe(404)
    await publish(build('first', ['home-1.js', 'shared.css', 'desk/today-1.js']))
    const script = await ask('home-1.js')
    expect([script.status, await script.text()]).toEqual([200, 'of first: home-1.js'])
    expect(script.headers.get('content-type')).toContain('text/javascript')
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await ask('shared.css')).headers.get('content-type')).toContain('text/css')
    expect((await ask('desk/today-1.js')).status).toBe(200)
    const etag = script.headers.get('etag')!
    expect((await ask('home-1.js', { headers: { 'If-None-Match': etag } })).status).toBe(304)
    for (const other of ['home-1.js.br', 'nothing.js', '..%2f..%2fauth-secret', 'desk'])
      expect((await ask(other)).status, other).toBe(404)
  })

  it('of the two builds before the present one stay, older ones go after a week without a start', async () => {
    await publish(build('second', ['home-2.js', 'shared.css']))
    await publish(build('third', ['home-3.js', 'other.css']))
    await publish(build('fourth', ['home-4.js', 'other.css']))
    // Nobody has started the first for less than a week: an instance of it may still run.
    expect((await ask('home-1.js')).status).toBe(200)
    app.advance(8 * DAY_MS)
    await publish(build('fourth', ['home-4.js', 'other.css']))
    const status = async (path: string) => (await ask(path)).status
    expect(await Promise.all(['home-1.js', 'desk/today-1.js'].map(status))).toEqual([404, 404])
    // The second build has it, too.
    expect(await Promise.all(['shared.css', 'home-2.js', 'home-3.js', 'home-4.js', 'other.css'].map(status))).toEqual(
      Array(5).fill(200),
    )
  })

  it('of a version that is brought back are stored again', async () => {
    await publish(build('first', ['home-1.js']))
    expect((await ask('home-1.js')).status).toBe(200)
  })

  it('that were lost are stored by the next start', async () => {
    const name = `${await assetsPrefix(app.services)}home-4.js`
    await app.services.storage.remove(name)
    expect((await ask('home-4.js')).status).toBe(404)
    await publish(build('fourth', ['home-4.js', 'other.css']))
    expect((await ask('home-4.js')).status).toBe(200)
  })

  it('are stored later when the storage does not answer at the start', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let fails = true
      const storage = {
        ...app.services.storage,
        put: (...args: Parameters<typeof app.services.storage.put>) =>
          fails ? Promise.reject(new Error('no storage')) : app.services.storage.put(...args),
      }
      const publishing = publishAssetsUntilDone({ ...app.services, storage }, build('fifth', ['home-5.js']))
      await publishing.begun
      expect((await ask('home-5.js')).status).toBe(404)
      fails = false
      vi.advanceTimersByTime(60_000)
      vi.useRealTimers()
      await expect.poll(async () => (await ask('home-5.js')).status).toBe(200)
      publishing.stop()
    } finally {
      vi.useRealTimers()
    }
  })
})
