/** Menus from the desk, and what every page shows of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import { linksFor } from '../../links.ts'
import { SITE_PAGES } from '../page-editing/site-pages.ts'
import type { DeskMenu, MenuLink } from './contract.ts'
import { MENU_PAGES, type MenuPlace } from './places.ts'

let app: TestApp
let editor: Member
beforeAll(async () => {
  app = await startTestApp({ institute: true })
  editor = await signedInMember(app, ['Content'])
})
afterAll(() => app.stop())

type Menus = { menus: DeskMenu[]; specializations: { to: string; name: { ar: string; en: string } }[] }
const read = async () => (await editor.call<Menus>('GET', 'admin/menus')).data
const linksOf = async (place: MenuPlace): Promise<MenuLink[]> =>
  (await read()).menus
    .find((menu) => menu.place === place)!
    .links.map(({ to, label, hidden }) => ({ to, label, hidden }))
const change = async (place: MenuPlace, links: object[] | null, from?: MenuLink[]) =>
  editor.call('PUT', `admin/menus/${place}`, { from: from ?? (await linksOf(place)), links })
const shown = async (lang: 'ar' | 'en' = 'en') => {
  await app.waitForSync()
  return (await app.call('GET', 'Pages/institute', { lang })).data.menus
}
const link = (to: string, more: object = {}) => ({ to, label: null, hidden: false, ...more })

it('names the pages that there are', () => {
  const paths: (string | undefined)[] = SITE_PAGES.map(({ path }) => path || '/')
  expect(MENU_PAGES.filter((path) => !paths.includes(path))).toEqual([])
})

it('one that was chosen is shown in its order, in both languages, and the others stay as usual', async () => {
  expect(await shown()).toBeUndefined()
  const { specializations } = await read()
  const [field] = specializations
  const own = { ar: 'التقويم', en: 'Calendar' }
  const links = [
    link('/courses'),
    link(field!.to),
    link('/blog', { hidden: true }),
    link('https://calendar.example/', { label: own }),
    link('/about', { label: { ar: 'من نحن', en: 'Who we are' } }),
  ]
  expect((await change('main', links)).status).toBe(200)
  const { id } = await app.db
    .selectFrom('specializations')
    .select('id')
    .where('key', '=', field!.to.slice('field:'.length))
    .executeTakeFirstOrThrow()
  expect(await shown()).toEqual({
    main: [
      { to: '/en/courses', label: 'Courses' },
      { to: linksFor('en').courses({ specialization: id }), label: field!.name.en },
      { to: 'https://calendar.example/', label: own.en },
      { to: '/en/about', label: 'Who we are' },
    ],
  })
  expect((await shown('ar')).main.at(-1)).toEqual({ to: '/ar/about', label: 'من نحن' })
  const { menus } = await read()
  expect(menus.filter(({ isUsual }) => !isUsual).map(({ place }) => place)).toEqual(['main'])
})

it('of two people who change one, the second is told; the usual one comes back', async () => {
  const from = await linksOf('help')
  expect((await change('help', from.slice(1), from)).status).toBe(200)
  const late = await change('help', from.slice(2), from)
  expect([late.status, late.error.code]).toEqual([409, 'changedMeanwhile'])
  for (const place of ['help', 'main'] as const) expect((await change(place, null)).status).toBe(200)
  expect([await linksOf('help'), await shown()]).toEqual([from, undefined])
})

it('what is wrong is said at its link', async () => {
  const wrong = async (place: MenuPlace, links: object[]) =>
    Object.keys((await change(place, links)).error.fields ?? {}).sort()
  expect(await wrong('top', [link('/faq'), link('javascript:alert(1)')])).toEqual(['links.1.to'])
  expect(await wrong('top', [link('/no-page-of-menus')])).toEqual(['links.0.label'])
  expect(await wrong('top', [link('field:no-such-field')])).toEqual(['links.0.to'])
  expect(await wrong('top', [link('/faq'), link('/faq')])).toEqual(['links.1.to'])
  expect(await wrong('top', [link('/faq', { label: { ar: 'س' } })])).toEqual(['links.0.label.en'])
  expect(await wrong('main', [link('/faq', { hidden: true })])).toEqual(['links'])
})
