/** What must be true of every page, as functions that name what is wrong. */
import { HtmlValidate } from 'html-validate'
import type { Page } from 'playwright-core'
import { texts as arabicTexts } from '../../app/locales/ar/index.ts'
import { texts as englishTexts } from '../../app/locales/en/index.ts'
import type { Lang } from '../../app/locales/lang.ts'

const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

/** What a checker of HTML finds wrong in a page as the server sends it. */
export async function htmlErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? 'page'})`),
  )
}

/** Classes of a page as the server sends it that none of its styles knows: their styles would come too late. */
export async function unstyledClasses(html: string, origin: string): Promise<string[]> {
  const sheets = Array.from(html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g), ([, href]) => href!)
  const styles = (await Promise.all(sheets.map(async (href) => (await fetch(origin + href)).text()))).join('\n')
  const known = new Set(Array.from(styles.matchAll(/\.([a-z][\w-]*)/g), ([, name]) => name))
  const used = Array.from(html.matchAll(/\sclass="([^"]+)"/g), ([, names]) => names!.split(' ')).flat()
  return [...new Set(used)].filter((name) => !known.has(name))
}

/** Every fixed text below a value, and where it stands. */
export function wordings(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => wordings(inner, path ? `${path}.${name}` : name))
}

/** The English texts of the interface that an Arabic page never shows: whole ones, told from names by their length. */
const ONLY_ENGLISH = (() => {
  const arabic = new Set(wordings(arabicTexts).map(({ text }) => text))
  const english = wordings(englishTexts).map(({ text }) => text)
  return english.filter((text) => /[a-z]{3}/.test(text) && !arabic.has(text))
})()

/**
 * Texts, names and descriptions in a language that the page is not in. On English pages that is every Arabic letter
 * outside of what says that it is Arabic; on Arabic ones, where courses and companies have Latin names, every English
 * text of the interface.
 */
export function untranslated(page: Page, lang: Lang): Promise<string[]> {
  return page.evaluate(
    ({ lang, onlyEnglish }) => {
      const NAMES = ['alt', 'title', 'aria-label', 'placeholder', 'aria-description']
      const forbidden = new Set(onlyEnglish)
      const isWrong = (text: string) => (lang === 'en' ? /\p{Script=Arabic}/u.test(text) : forbidden.has(text.trim()))
      const speaks = (element: Element | null) => element?.closest('[lang]')?.getAttribute('lang')?.slice(0, 2)
      const found: string[] = []
      const look = (text: string | null, element: Element | null, what: string) => {
        // Whoever writes a comment chooses its language.
        if (!text || !isWrong(text) || speaks(element) !== lang || element?.closest('[dir=auto]')) return
        found.push(
          `${what} “${text.trim().slice(0, 60)}” in ${element?.closest('[class], [id]')?.outerHTML.slice(0, 80)}`,
        )
      }
      const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const { parentElement, data } = walker.currentNode as Text
        if (!parentElement?.closest('script, style, noscript')) look(data, parentElement, 'text')
      }
      for (const element of document.querySelectorAll('*'))
        for (const name of NAMES) look(element.getAttribute(name), element, name)
      for (const meta of document.querySelectorAll('meta[name=description], meta[property^="og:"]'))
        look(meta.getAttribute('content'), meta, 'meta')
      return found
    },
    { lang, onlyEnglish: ONLY_ENGLISH },
  )
}
