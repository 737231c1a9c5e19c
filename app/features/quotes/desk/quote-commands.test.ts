import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { registerDeskTexts } from '../../../desk/texts.tsx'
import { deskTexts as deskAr } from '../../../locales/ar/desk/index.ts'
import { texts as ar } from '../../../locales/ar/index.ts'
import { deskTexts as deskEn } from '../../../locales/en/desk/index.ts'
import { texts as en } from '../../../locales/en/index.ts'
import { LangProvider } from '../../../locales/texts.tsx'
import type { Quote } from '../desk-contract.ts'
import { QuoteCommands } from './quote-commands.tsx'

registerDeskTexts('ar', ar, deskAr)
registerDeskTexts('en', en, deskEn)

function htmlOf(lang: 'ar' | 'en', hasAddress: boolean) {
  const company = { id: 7, name: 'شركة أفق', vatNumber: null, hasAddress }
  const quote = {
    ...{ id: 1, state: 'draft', lines: [{ id: 1 }], totals: { totalHalalas: 100 }, company },
    contact: { name: 'نورة', email: 'noura@ufuq.example' },
  } as unknown as Quote
  const facts = { attempts: [], credit: null, disputable: [], today: '2026-11-27' }
  const commands = createElement(QuoteCommands, { quote, ...facts })
  const page = createElement(LangProvider, { lang } as Parameters<typeof LangProvider>[0], commands)
  return renderToStaticMarkup(createElement(createRoutesStub([{ path: '/', Component: () => page }])))
}

it.each(['ar', 'en'] as const)('a quote for a company without an address links its page: %s', (lang) => {
  expect(htmlOf(lang, false)).toContain(`href="/${lang}/desk/companies/7"`)
  expect(htmlOf(lang, true)).not.toContain('companies/7')
})
