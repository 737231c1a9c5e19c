import { expect, it } from 'vitest'
import { ORIGINAL_FIELD } from './edit-changes.ts'
import { typedTexts } from './typed-texts.ts'

it('a form sends all of its texts', () => {
  const form = new FormData()
  form.set('name', 'Sara')
  form.set('file', new File(['x'], 'x.txt'))
  expect(typedTexts(form)).toEqual({ name: 'Sara' })
})

it('of a record only what differs from what the fields came with was typed, also a box that is no longer checked', () => {
  const form = new FormData()
  form.set(ORIGINAL_FIELD, JSON.stringify({ title: 'A\nB', text: 'Old', isShown: 'on', isOpen: '' }))
  form.set('title', 'A\r\nB')
  form.set('text', 'New')
  form.set('intent', 'save')
  expect(typedTexts(form)).toEqual({
    [ORIGINAL_FIELD]: form.get(ORIGINAL_FIELD),
    text: 'New',
    isShown: '',
    intent: 'save',
  })
})
