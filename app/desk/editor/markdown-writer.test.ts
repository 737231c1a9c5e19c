import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getSchema } from '@tiptap/core'
import type { Node as Block } from '@tiptap/pm/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { documentOf, sourcesOf } from './markdown-document.ts'
import { markdownWriter } from './markdown-writer.ts'
import { EXTENSIONS } from './rich-text.ts'

const schema = getSchema(EXTENSIONS)
const read = (markdown: string) => schema.nodeFromJSON(documentOf(markdown))
const paragraph = (text: string) => schema.node('paragraph', null, [schema.text(text)])
/** With so many blocks taken out at a place, and others put there. */
const spliced = (text: Block, at: number, count: number, ...others: Block[]) => {
  const blocks = [...text.children]
  blocks.splice(at, count, ...others)
  return text.type.create(null, blocks.length > 0 ? blocks : [schema.node('paragraph')])
}

const content = join(import.meta.dirname, '..', '..', '..', 'content')
const articles = globSync('articles/*.yaml', { cwd: content }).map((file) => ({
  file,
  text: (parse(readFileSync(join(content, file), 'utf8')) as { body: { ar: string } }).body.ar,
}))

describe('a sentence that is changed', () => {
  it.each(articles)('changes nothing else in the text: $file', ({ text }) => {
    const opened = read(text)
    const place = Math.floor(opened.childCount / 2)
    const { blocks } = sourcesOf(text)!
    const from =
      text.length - blocks.slice(place).reduce((sum, { before, text }) => sum + before.length + text.length, 0)
    const end = sourcesOf(text)!.end.length
    const changed = spliced(opened, place, 1, paragraph('جملة جديدة'))
    const written = markdownWriter(text, opened)(changed)
    const start = text.slice(0, from - end)
    const rest = text.slice(start.length + blocks[place]!.before.length + blocks[place]!.text.length)
    expect(written.startsWith(start)).toBe(true)
    expect(written.trimEnd().endsWith(rest.trimEnd())).toBe(true)
    expect(read(written).eq(changed)).toBe(true)
  })

  it('leaves signs and blank lines as somebody wrote them by hand', () => {
    const text = 'عنوان\n===\n* بند\n* آخر\n\n\nسطر  \nبعد كسر\n\n+ ثالث\n\nنهاية قديمة\n'
    const opened = read(text)
    const changed = spliced(opened, opened.childCount - 1, 1, paragraph('نهاية'))
    expect(markdownWriter(text, opened)(changed)).toBe(text.replace('نهاية قديمة\n', 'نهاية'))
    // An empty paragraph, as the Enter key makes one, is nothing that a reader sees.
    expect(markdownWriter(text, opened)(spliced(opened, 1, 0, schema.node('paragraph')))).toBe(text)
  })

  it('is all that is written, however long the text', () => {
    const text = Array.from({ length: 400 }, (_, at) => `فقرة ${at}`).join('\n\n')
    const opened = read(text)
    const write = markdownWriter(text, opened)
    for (const block of opened.children) {
      block.toJSON = () => {
        throw new Error('written again')
      }
    }
    expect(write(spliced(opened, 200, 1, paragraph('جملة جديدة')))).toBe(text.replace('فقرة 200', 'جملة جديدة'))
  })

  it('is written with the addresses that stood elsewhere in the text', () => {
    const text = '[رابط][x] هنا\n\nنص\n\n[x]: https://example.com\n'
    const opened = read(text)
    expect(markdownWriter(text, opened)(spliced(opened, 1, 1, paragraph('غيره')))).toBe(
      '[رابط](https://example.com) هنا\n\nغيره',
    )
  })
})

const BLOCKS = [
  ...['نص', 'سطر  \nبعد كسر', '# عنوان', 'عنوان\n===', '- بند\n- آخر', '* بند\n* آخر', '+ بند', '- بند\n\n- آخر'],
  ...['1. أول\n2. ثانٍ', '1) أول', '> قول\nيمتد', '| أ | ب |\n|---|---|\n| ج | د |', '```\nx = 1\n```', '***'],
]

describe('any text of any blocks', () => {
  it('says what the editor shows, whatever is taken out, moved and put in', () => {
    const block = fc.constantFrom(...BLOCKS)
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 6 }),
        fc.array(block),
        fc.nat(5),
        fc.nat(2),
        (own, more, at, count) => {
          const text = own.join('\n\n')
          const opened = read(text)
          const put = more.slice(0, 2).flatMap((one) => [...read(one).children])
          const changed = spliced(opened, at % (opened.childCount + 1), count, ...put)
          const write = markdownWriter(text, opened)
          expect(read(write(changed)).toString()).toBe(changed.toString())
          expect(write(opened)).toBe(text)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
