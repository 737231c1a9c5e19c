import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test('initials are of the first and the last word, in Arabic without the article and apart', () => {
  expect(initialsOf('سارة بنت علي الأحمد')).toBe('س\u200cأ')
  expect(initialsOf('  ahmed   o’brien ')).toBe('A\u200cO')
  expect(initialsOf('نورة')).toBe('ن')
  // Too short to be a name with an article.
  expect(initialsOf('الي')).toBe('ا')
  expect(initialsOf('(د.) خالد')).toBe('د\u200cخ')
})

test('a name without letters has its first character, and an empty one nothing', () => {
  expect(initialsOf('👩 7')).toBe('👩')
  expect(initialsOf('')).toBe('')
})
