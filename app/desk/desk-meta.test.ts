import { expect, it } from 'vitest'
import { deskTexts as arDesk } from '../locales/ar/desk/index.ts'
import { texts as ar } from '../locales/ar/index.ts'
import { deskTexts as enDesk } from '../locales/en/desk/index.ts'
import { texts as en } from '../locales/en/index.ts'
import { inLang } from '../locales/localized.ts'
import { deskMeta } from './desk-meta.ts'
import { registerDeskTexts } from './texts.tsx'

registerDeskTexts('ar', ar, arDesk)
registerDeskTexts('en', en, enDesk)

it('the title of a record is in the language of the page', () => {
  const meta = deskMeta<'courses', { name: { ar: string; en?: string } }>('courses', (t, data, lang) =>
    data ? inLang(data.name, lang) : t.title,
  )
  const titleOf = (lang: string, loaderData?: { name: { ar: string; en?: string } }) =>
    meta({ params: { lang }, loaderData } as never)
  expect(titleOf('ar', { name: { ar: 'المحاسبة', en: 'Accounting' } })).toEqual([{ title: 'المحاسبة · المكتب' }])
  expect(titleOf('en', { name: { ar: 'المحاسبة', en: 'Accounting' } })).toEqual([{ title: 'Accounting · Desk' }])
  expect(titleOf('en')).toEqual([{ title: 'Courses · Desk' }])
})
