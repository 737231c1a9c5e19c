/** The fields of a page's form: texts in the browser, values in calls. */
import { changesIn } from '../../../desk/edit-changes.ts'
import type { Lang } from '../../../locales/lang.ts'
import { isAddedSection } from '../../pages/added-section.ts'
import { type HomeList, isHomeList } from '../../pages/home-lists.ts'
import { showsOf } from '../../pages/section-shows.ts'
import type { Layout } from '../page-values.ts'

type Values = Readonly<Record<string, unknown>>

const isList = (name: string) => name === 'layout' || name.endsWith('.items')

/** What a field of the form holds for a value. */
export const textOf = (name: string, value: unknown): string =>
  isList(name) ? JSON.stringify(value ?? []) : String(value ?? '')

/** The form's fields by name; those of a section that was just added are empty. */
export function formOf(code: string, values: Values, layout: Layout): Record<string, string> {
  const ofPage = Object.keys(values).filter((name) => !name.startsWith('sections.'))
  const names = [...ofPage, ...layout.flatMap(({ key }) => fieldsOfSection(code, key, values))]
  return Object.fromEntries(names.map((name) => [name, textOf(name, values[name])]))
}

const BOTH = ['ar', 'en']

/** Which fields a section has in the form: those of what visitors see, and of what is written in it nevertheless. */
export function partsOfSection(code: string, key: string, values: Values) {
  const { picture, items, itemPictures } = showsOf(code, key)
  const written = values[`sections.${key}.items`]
  return {
    hasPicture: picture || Boolean(values[`sections.${key}.image`]),
    hasItems: items || (Array.isArray(written) && written.length > 0),
    hasItemPictures: itemPictures,
  }
}

function fieldsOfSection(code: string, key: string, values: Values): string[] {
  const { hasPicture, hasItems } = partsOfSection(code, key, values)
  const parts = [
    ...['title', 'body', ...(hasPicture ? ['imageAlt'] : [])].flatMap((text) => BOTH.map((lang) => `${text}.${lang}`)),
    ...(hasPicture ? ['image'] : []),
    ...(hasItems ? ['items'] : []),
  ]
  return parts.map((part) => `sections.${key}.${part}`)
}

/** What a sent form changes, as values. */
export function changesOf(form: FormData) {
  const { version, changes } = changesIn(form)
  const typed = Object.entries(changes).map(([name, { from, to }]) => [
    name,
    { from: valueIn(name, from), to: valueIn(name, to) },
  ])
  return { version, changes: Object.fromEntries(typed) }
}

function valueIn(name: string, text: string): never {
  if (!isList(name)) return (text === '' ? null : text) as never
  try {
    return JSON.parse(text) as never
  } catch {
    return [] as never
  }
}

/** The layout that a form's field holds. */
export const layoutIn = (text: string | undefined): Layout => valueIn('layout', text ?? '[]') as Layout

type Texts = {
  [Name in 'heading' | 'description' | 'layout' | 'sectionTitle' | 'sectionBody' | 'items' | 'newSection']: string
} & { pictureOf: { image: string; imageAlt: string } } & { lists: Record<HomeList, string> } & {
  [Name in 'seoTitle' | 'seoDescription' | 'seoKeywords']: string
}

/** What a section is called: its title, or its key where it has none. */
export function sectionName(values: Values, key: string, lang: Lang, t: Pick<Texts, 'newSection' | 'lists'>): string {
  const [ar, en] = [values[`sections.${key}.title.ar`], values[`sections.${key}.title.en`]]
  const unnamed = isAddedSection(key) ? t.newSection : isHomeList(key) ? t.lists[key] : key
  return String((lang === 'en' && en) || ar || unnamed)
}

/** What a field or a text is called: `sections.story.items.0.title` is about the items of that section. */
export function fieldName(values: Values, path: string, lang: Lang, t: Texts): string {
  const [first, key, part] = path.split('.')
  if (first === 'sections') {
    const parts: Record<string, string> = {
      ...{ title: t.sectionTitle, body: t.sectionBody, items: t.items },
      ...t.pictureOf,
    }
    return `${sectionName(values, key!, lang, t)} · ${parts[part!] ?? part}`
  }
  return ({ ...t, ...t.pictureOf, title: t.heading } as unknown as Record<string, string>)[first!] ?? path
}

type Item = { title?: Both; body?: Both; image?: string; imageAlt?: Both; value?: string | Both; link?: string }
type Both = { ar: string; en?: string }

/** A value as people compare it: of a list, a line for each text. */
export function readable(
  name: string,
  value: unknown,
  values: Values,
  lang: Lang,
  t: Texts & { hidden: string },
): string {
  if (name === 'layout') {
    const line = ({ key, hidden }: Layout[number]) =>
      `${sectionName(values, key, lang, t)}${hidden ? ` (${t.hidden})` : ''}`
    return ((value ?? []) as Layout).map(line).join('\n')
  }
  if (!isList(name)) return String(value ?? '')
  const lines = ((value ?? []) as Item[]).map(({ title, body, image, imageAlt, value: figure, link }) =>
    [title, figure, body, image, imageAlt, link].flatMap((part) =>
      typeof part === 'object' ? [part.ar, part.en ?? ''] : [part ?? ''],
    ),
  )
  return lines.map((parts) => parts.filter(Boolean).join('\n')).join('\n\n')
}
