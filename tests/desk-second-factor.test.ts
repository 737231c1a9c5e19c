/** Whoever lacks a second factor is led to the page where one is added; where none is needed, the frame says so. */
import { afterAll, describe, expect, it } from 'vitest'
import { builtPages } from '../app/composition/built-pages.server.ts'
import { deskTexts } from '../app/locales/ar/desk/index.ts'
import { twoFactor } from '../app/locales/ar/two-factor.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { learner } from './support/factories.ts'
import { tokenOf } from './support/signed-in.ts'

const apps: TestApp[] = []
afterAll(() => Promise.all(apps.map((app) => app.stop())))

async function colleagueIn(env: Record<string, string>) {
  const app = await startTestApp({ env, pageHandler: await builtPages() })
  apps.push(app)
  const user = await learner(app.db, { roles: ['Admin'] })
  return async (path: string) =>
    fetch(app.address + path, { headers: { Cookie: `access=${await tokenOf(app, user)}` }, redirect: 'manual' })
}

describe('a member of staff without a second factor', () => {
  it('is led from a page of the desk to the one where an app or a passkey is added', async () => {
    const open = await colleagueIn({ STAFF_SECOND_FACTOR: '1' })
    for (const path of ['/ar/desk', '/ar/desk/orders', '/ar/desk/reviews']) {
      const answer = await open(path)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/ar/profile/two-factor'])
    }
    const page = await (await open('/ar/profile/two-factor')).text()
    expect(page).toContain(twoFactor.section.ofStaff.needed)
    expect(page).toContain('href="/ar/profile/passkeys"')
  })

  it('works in the demonstration, and every page of the desk says that this is not so elsewhere', async () => {
    const open = await colleagueIn({ STAFF_SECOND_FACTOR: '0' })
    for (const path of ['/ar/desk', '/ar/desk/orders']) {
      const answer = await open(path)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain(deskTexts.frame.noSecondFactor)
    }
  })
})
