import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

type Person = { name: { ar: string }; title?: { ar: string }; bio?: { ar: string } }
const peopleOf = (file: string): Person[] =>
  parse(readFileSync(join(import.meta.dirname, '../../../../content', file), 'utf8'))

const WOMEN = /نوف|ريم |سارة|هدى|لمى|دانة|إيميلي|أمل|ليان|منيرة/
/** What a sentence about a man begins with: his verb in the present, or his profession. */
const HIS = /^(?:ي(?!وم)\p{L}+|عمل|أدار|درّس|كتب|ساعد|مدير|مدرب|مدرّب|مهندس|محاسب|مصمم|طبيب|خبير|مستشار)(?=[\s،.؛]|$)/u

it('the demonstration speaks of women who teach and write in feminine forms', () => {
  const women = [...peopleOf('trainers.yaml'), ...peopleOf('authors.yaml')].filter(({ name }) => WOMEN.test(name.ar))
  expect(women.length).toBeGreaterThanOrEqual(10)
  const sentences = women.flatMap(({ title, bio }) => `${title?.ar ?? ''}. ${bio?.ar ?? ''}`.split(/[.؛،]\s+/))
  expect(sentences.filter((sentence) => HIS.test(sentence.trim()))).toEqual([])
  const men = peopleOf('trainers.yaml').filter(({ name }) => !WOMEN.test(name.ar))
  expect(men.some(({ bio }) => bio!.ar.split(/[.؛،]\s+/).some((sentence) => HIS.test(sentence.trim())))).toBe(true)
})
