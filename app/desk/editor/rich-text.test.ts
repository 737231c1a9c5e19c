import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { renderArticle } from '../../platform/markdown/markdown.server.ts'
import { lettersOf, type Mark, type Node } from './document.ts'
import { markdownOf } from './document-markdown.ts'
import { documentOf } from './markdown-document.ts'

const content = join(import.meta.dirname, '..', '..', '..', 'content')
const textsOf = (folder: string, field: string) =>
  globSync(`${folder}/*.yaml`, { cwd: content }).flatMap((file) => {
    const written = parse(readFileSync(join(content, file), 'utf8')) as Record<string, Record<'ar' | 'en', string>>
    return Object.entries(written[field] ?? {}).map(([lang, text]) => ({ file: `${file} ${lang}`, text }))
  })
const texts = [...textsOf('articles', 'body'), ...textsOf('courses', 'description')]

/** As a page shows it. Items of a list may be one paragraph or the text itself. */
const shown = (markdown: string) =>
  renderArticle({ ar: markdown }, 'ar')
    .html.replace(/<li([^>]*)>\s*<p[^>]*>([\s\S]*?)<\/p>\s*(?=<\/li>|<[uo]l)/g, '<li$1>$2')
    .replace(/\s+/g, ' ')
    .replace(/> </g, '><')

describe('the texts of all articles and the descriptions of all courses', () => {
  it('are there', () => expect(texts.length).toBeGreaterThan(100))

  it.each(texts)('say the same after the editor wrote them: $file', ({ text }) => {
    const read = documentOf(text)!
    expect(read).toBeDefined()
    const written = markdownOf(read)
    expect(documentOf(written)).toEqual(read)
    expect(shown(written)).toBe(shown(text))
  })
})

const paragraph = (...content: Node[]): Node => ({ type: 'doc', content: [{ type: 'paragraph', content }] })
const text = (words: string, ...types: Mark['type'][]): Node => ({
  type: 'text',
  text: words,
  ...(types.length > 0 && { marks: types.map((type) => ({ type })) }),
})

describe('what somebody writes in the editor', () => {
  it.each([
    ['1. ليس قائمة', '1\\. ليس قائمة'],
    ['- شرطة', '\\- شرطة'],
    ['# وسم', '\\# وسم'],
    ['> أكبر', '\\> أكبر'],
    ['2 * 3 = 6', '2 \\* 3 = 6'],
    ['a_b و _c_', 'a_b و \\_c\\_'],
    ['<b> &amp; [x]', '\\<b> &amp;amp; \\[x\\]'],
    ['السعر ~~50~~', 'السعر \\~\\~50\\~\\~'],
  ])('stays what it is: %s', (words, markdown) => {
    expect(markdownOf(paragraph(text(words)))).toBe(markdown)
    expect(documentOf(markdown)).toEqual(paragraph(text(words)))
  })

  it.each([
    'راسلنا على info@maahad.sa أو اتصل.',
    '(a_b.c@maahad.co.sa) https://maahad.sa/faq',
    '[اكتب](mailto:info@maahad.sa)',
    'زوروا https://maahad.sa/a، ثم https://maahad.sa/b. وراسلوا info@maahad.sa؟',
    '[**info@maahad.sa**](mailto:info@maahad.sa)',
  ])('keeps its links as they are written: %s', (markdown) => {
    expect(markdownOf(documentOf(markdown)!)).toBe(markdown)
  })

  it.each([
    ['http://localhost:8080', 'http\\:\\/\\/localhost\\:8080'],
    ['www.maahad', 'www\\.maahad'],
  ])('escapes an address that is no link, and nothing beside it: %s', (word, escaped) => {
    const link: Node = {
      ...text('https://maahad.sa/a'),
      marks: [{ type: 'link', attrs: { href: 'https://maahad.sa/a' } }],
    }
    const doc = paragraph(text(`(نص) ${word} و `), link, text(' و '), text('مهم!', 'bold'))
    expect(markdownOf(doc)).toBe(`(نص) ${escaped} و https://maahad.sa/a و **مهم!**`)
    expect(documentOf(markdownOf(doc))).toEqual(doc)
  })

  it('names the address of a mail beside letters that would be read as a part of it', () => {
    const document = documentOf('[info@maahad.sa](mailto:info@maahad.sa)x')!
    expect(documentOf(markdownOf(document))).toEqual(document)
  })

  it('is bold in the middle of an Arabic word, and around quotation marks', () => {
    const doc = paragraph(text('و'), text('«العقد»', 'bold'), text('هو'))
    expect(markdownOf(doc)).toBe('و<strong>«العقد»</strong>هو')
    expect(documentOf(markdownOf(doc))).toEqual(doc)
    expect(markdownOf(paragraph(text('قل '), text(' نعم ', 'bold'), text('دائمًا')))).toBe('قل  **نعم** دائمًا')
  })

  it('keeps two lists apart, and lists within lists', () => {
    const item = (words: string, ...more: Node[]): Node => ({
      type: 'listItem',
      content: [...paragraph(text(words)).content!, ...more],
    })
    const list = (...content: Node[]): Node => ({ type: 'bulletList', content })
    const doc = { type: 'doc', content: [list(item('أ', list(item('ب'))), item('ج')), list(item('د'))] }
    expect(markdownOf(doc)).toBe('- أ\n  - ب\n- ج\n\n* د')
    expect(documentOf(markdownOf(doc))).toEqual(doc)
  })

  it('is edited as Markdown where it has HTML or boxes to tick', () => {
    expect(documentOf('<div>نص</div>')).toBeUndefined()
    expect(documentOf('نص <span>نص</span>')).toBeUndefined()
    expect(documentOf('- [ ] مهمة')).toBeUndefined()
  })

  it('comes back the same, whatever it is', () => {
    const words = fc
      .stringMatching(
        /^[\p{Script=Arabic}a-z0-9«»().،,:!*_~`#<>&[\]|\\-]([\p{Script=Arabic} a-z0-9«»().*_~`#<>&[\]|\\-]{0,12}[\p{Script=Arabic}a-z])?$/u,
      )
      .filter((one) => one.normalize('NFC') === one && !/ {2}/.test(one))
    const types = fc.uniqueArray(fc.constantFrom('bold' as const, 'italic' as const, 'strike' as const), {
      maxLength: 2,
    })
    const ORDER = ['bold', 'italic', 'strike']
    const run = fc
      .tuple(words, types)
      .map(([one, marks]) => text(one, ...marks.sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))))
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 5 }), (runs) => {
        const spaced = runs.flatMap((one, at) => (at === 0 ? [one] : [text(' '), one]))
        const read = documentOf(markdownOf(paragraph(...spaced)))!.content!
        expect(lettersOf(read)).toEqual(lettersOf(spaced))
      }),
      { numRuns: 500 },
    )
  })
})
