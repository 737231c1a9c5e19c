import { describe, expect, it } from 'vitest'
import { prefilledChat, prefilledMail } from './prefilled-messages.ts'

describe('a prefilled message', () => {
  it('keeps line breaks, special characters and Arabic in a mail', () => {
    const letter = { subject: 'طلب عرض سعر & more', body: 'السلام عليكم،\n\nالعدد: 10+' }
    const { protocol, pathname, searchParams, search } = new URL(prefilledMail('mailto:info@maahad.example', letter))
    expect([protocol, pathname]).toEqual(['mailto:', 'info@maahad.example'])
    expect(searchParams.get('subject')).toBe(letter.subject)
    expect(searchParams.get('body')).toBe('السلام عليكم،\r\n\r\nالعدد: 10+')
    // Mail programs read a plus as a plus, so blanks must be encoded differently.
    expect(search).not.toContain('+')
  })

  it('is also possible in a chat', () => {
    const link = new URL(prefilledChat('https://wa.me/966500000000', 'السلام عليكم، عرض سعر؟'))
    expect(link.pathname).toBe('/966500000000')
    expect(link.searchParams.get('text')).toBe('السلام عليكم، عرض سعر؟')
  })
})
