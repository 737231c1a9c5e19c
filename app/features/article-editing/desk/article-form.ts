/** The fields of the article's form: texts in the browser, values in calls. */
import { changesIn } from '../../../desk/edit-changes.ts'
import type { Lang } from '../../../locales/lang.ts'
import { inLang } from '../../../locales/localized.ts'
import type { ArticleChoices, EditedArticle } from '../desk-contract.ts'

type Values = EditedArticle['values']
type Tags = ArticleChoices['tags']

const NUMBERS: readonly string[] = ['categoryId', 'authorId']

/** Tags are written by their names, with commas between. */
export function textOf(value: unknown, tags: Tags, lang: Lang): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value))
    return value.map((key) => tagName(tags, String(key), lang)).join(lang === 'ar' ? '، ' : ', ')
  return String(value)
}

export function tagName(tags: Tags, key: string, lang: Lang): string {
  const found = tags.find((tag) => tag.key === key)
  return found ? inLang(found.name, lang) : key
}

/** The names of tags in a text. */
export const tagNamesIn = (text: string): string[] =>
  text
    .split(/[,،\n]/)
    .map((name) => name.trim())
    .filter(Boolean)

/** The form's fields by name. */
export function formOf({ cover: _, ...values }: Values, tags: Tags, lang: Lang): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value, tags, lang)]))
}

/** What a sent form changes, as values. @param keysOf adds the tags that do not exist yet */
export async function changesOf(form: FormData, keysOf: (names: string[]) => Promise<string[]>) {
  const { version, changes } = changesIn(form)
  const valueIn = async (name: string, text: string) => {
    if (name === 'tags') return keysOf(tagNamesIn(text))
    if (NUMBERS.includes(name)) return Number(text)
    return text === '' ? null : text
  }
  const typed = Object.entries(changes).map(async ([name, { from, to }]) => {
    const change = { from: await valueIn(name, from), to: await valueIn(name, to) }
    return [name, change] as const
  })
  return { version, changes: Object.fromEntries(await Promise.all(typed)) }
}
