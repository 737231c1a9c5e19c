import { expect, it } from 'vitest'
import { paragraphsOf, unknownField } from './mail-notes.ts'

it('a note knows the fields of its mail and no others', () => {
  expect(unknownField('enrolled', 'أهلًا {name}، في {course}: {reference}')).toBeUndefined()
  expect(unknownField('offered', 'طلبك {reference}')).toBe('reference')
  expect(unknownField('enrolled', '{ name }')).toBe(' name ')
  expect(unknownField('enrolled', 'بلا حقول')).toBeUndefined()
})

it('a note is its paragraphs with the fields filled in, also with what looks like a field or a pattern', () => {
  const values = { name: '$& {course}', course: 'الأولى' }
  expect(paragraphsOf('أهلًا {name}،\n\n  في {course}. ', values)).toEqual(['أهلًا $& {course}،', 'في الأولى.'])
  expect(paragraphsOf(undefined, values)).toEqual([])
  expect(paragraphsOf(' \n\n ', values)).toEqual([])
})
