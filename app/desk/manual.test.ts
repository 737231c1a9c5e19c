/** The manual of the desk in docs/: whole in both languages. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { frame as ar } from '../locales/ar/desk/frame.ts'
import { frame as en } from '../locales/en/desk/frame.ts'
import { SECTIONS } from './sections.ts'

const FRAME = { ar, en }
const LANGS = ['ar', 'en'] as const
const read = (path: string) => readFileSync(`docs/${path}`, 'utf8')

const chaptersOf = (text: string) => [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title!)
const linksIn = (text: string) => [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, to]) => to!)

describe('the manual of the desk', () => {
  const pages = [...SECTIONS.map(({ name }) => name), 'today'].flatMap((name) =>
    LANGS.map((lang) => `desk/${name}.${lang}.md`),
  )

  it('begins with a list of all its pages', () => {
    expect(
      linksIn(read('desk.md'))
        .filter((to) => to.startsWith('desk/'))
        .toSorted(),
    ).toEqual(pages.toSorted())
  })

  it.each(LANGS)('has a chapter for each page of the desk, by its name in the menu (%s)', (lang) => {
    const missing = SECTIONS.flatMap(({ name: section, entries }) => {
      const chapters = chaptersOf(read(`desk/${section}.${lang}.md`))
      return entries.map(({ name }) => FRAME[lang].entries[name]).filter((name) => !chapters.includes(name))
    })
    expect(missing).toEqual([])
  })

  it('has as many chapters in one language as in the other', () => {
    const counts = (lang: string) =>
      SECTIONS.map(({ name }) => [name, chaptersOf(read(`desk/${name}.${lang}.md`)).length])
    expect(counts('en')).toEqual(counts('ar'))
  })

  it('has the pictures and pages that it links', () => {
    const dead = ['desk.md', ...pages].flatMap((page) =>
      linksIn(read(page))
        .filter((to) => !/^\w+:/.test(to))
        .map((to) => new URL(to, `file:///docs/${page}`).pathname)
        .filter((path) => !existsSync(`.${path}`)),
    )
    expect(dead).toEqual([])
  })
})
