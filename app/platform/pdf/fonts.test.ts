import { expect, it, vi } from 'vitest'
import { pdfFacts } from '../../../tests/support/pdf-text.ts'
import { createSheet } from './sheet.server.ts'

function written(text: string): Promise<Buffer> {
  const at = new Date('2026-01-01T00:00:00Z')
  const sheet = createSheet({ lang: 'en', direction: 'ltr', title: 'x', at })
  sheet.place(sheet.text({ text, style: { weight: 'regular', size: 12, colour: '#000000' } }))
  return sheet.finish()
}

// Both letters have one glyph.
it('a document says the letters that were written, whatever another said with the same glyphs', async () => {
  const first = await written('\u01f1')
  expect(pdfFacts(first).text).toBe('\u01f1\n\u01f1')
  expect(pdfFacts(await written('\u01f3')).text).toBe('\u01f3\n\u01f3')
  expect(await written('\u01f1')).toEqual(first)
})

it('the tables of a font are read once for all documents', async () => {
  await written('نص')
  const reading = vi.spyOn(DataView.prototype, 'getUint16')
  await written('نص')
  const again = reading.mock.calls.length
  reading.mockRestore()
  expect(again).toBeLessThan(100)
})
