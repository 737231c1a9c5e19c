/** Checks for every page; each function returns the errors. */
import { HtmlValidate } from 'html-validate'
import type { Page } from 'playwright-core'
import { texts as arabicTexts } from '../../../app/locales/ar/index.ts'
import { texts as englishTexts } from '../../../app/locales/en/index.ts'
import type { Lang } from '../../../app/locales/lang.ts'

const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

/** The errors that an HTML validator finds in a page as sent by the server. */
export async function htmlErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? 'page'})`),
  )
}

/** Classes of a page as sent by the server that its style sheets do not define: their styles would load too late. */
export async function unstyledClasses(html: string, origin: string): Promise<string[]> {
  const sheets = Array.from(html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g), ([, href]) => href!)
  const styles = (await Promise.all(sheets.map(async (href) => (await fetch(origin + href)).text()))).join('\n')
  const known = new Set(Array.from(styles.matchAll(/\.([a-z][\w-]*)/g), ([, name]) => name))
  const used = Array.from(html.matchAll(/\sclass="([^"]+)"/g), ([, names]) => names!.split(' ')).flat()
  return [...new Set(used)].filter((name) => !known.has(name))
}

/** Every fixed text in a value, with its path. */
export function wordings(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => wordings(inner, path ? `${path}.${name}` : name))
}

/** The English interface texts, which an Arabic page must not show; short ones are left out, since they may be names. */
const ONLY_ENGLISH = (() => {
  const arabic = new Set(wordings(arabicTexts).map(({ text }) => text))
  const english = wordings(englishTexts).map(({ text }) => text)
  return english.filter((text) => /[a-z]{3}/.test(text) && !arabic.has(text))
})()

/**
 * Texts, names and descriptions in the wrong language. On English pages these are Arabic letters outside of elements
 * marked as Arabic; on Arabic pages, where courses and companies have Latin names, the English texts of the interface.
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
        // The language of a comment is its author's choice.
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
