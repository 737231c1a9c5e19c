import { describe, expect, it } from 'vitest'
import { changesIn } from './edit-changes.ts'

function formOf(entries: Record<string, string>, original: object | string): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(entries)) form.set(name, value)
  form.set('original', typeof original === 'string' ? original : JSON.stringify(original))
  return form
}

describe('the changes of a form', () => {
  it('are the fields that differ from what it was opened with', () => {
    const form = formOf({ version: '7', name: 'New', city: 'Riyadh' }, { name: 'Old', city: 'Riyadh' })
    expect(changesIn(form)).toEqual({ version: 7, changes: { name: { from: 'Old', to: 'New' } } })
  })

  it('are none when only the line breaks are those of a form', () => {
    expect(changesIn(formOf({ text: 'one\r\ntwo' }, { text: 'one\ntwo' })).changes).toEqual({})
  })

  it('include a box that was unchecked, which browsers do not send', () => {
    expect(changesIn(formOf({}, { isOpen: 'on' })).changes).toEqual({ isOpen: { from: 'on', to: '' } })
  })

  it.each(['nonsense', 'null', '{"name": 3}'])('are none when the original is %s', (original) => {
    expect(changesIn(formOf({ name: 'x' }, original)).changes).toEqual({})
  })
})
