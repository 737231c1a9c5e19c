import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Where the product and the institute speak. Writers of articles, posts and reviews choose their own words. */
const SOURCES = [
  'app/locales/ar',
  'content/courses',
  'content/pages',
  ...['faqs', 'institute', 'seo', 'specializations'].map((name) => `content/${name}.yaml`),
]

/** By the one spelling of a word: what else it is called or how else it is spelled. */
const OTHERS: [word: string, others: RegExp][] = [
  ['الرئيسية', /الرئيس[ةه]|رئيسيه/],
  ['ميغابايت', /(?:ميغا|كيلو|غيغا) بايت|ميجا|جيجا|[مكغج]\.ب/],
  ['الجوال', /هاتف|هواتف|موبايل|تلفون|تليفون|نقّ?ال/],
  ['احفظ', /['`][أإ]?حفظ /],
  ['إنشاء', /(?<!\p{L})(?:ال|لل|ب|و)?(?:انشاء|أنشاء|انشئ|إنشئ)/u],
]

const filesOf = (source: string): string[] =>
  /\.(?:ts|yaml)$/.test(source)
    ? [source]
    : readdirSync(source, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:ts|yaml)$/.test(name))
        .map((name) => join(source, name))

it.each(OTHERS)('the Arabic texts say and spell %s in one way', (_, others) => {
  const slips = SOURCES.flatMap(filesOf).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => others.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(slips).toEqual([])
})
