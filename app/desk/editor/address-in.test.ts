import { expect, it } from 'vitest'
import { addressIn } from './address-in.ts'

it.each([
  ['https://maahad.com/a.', 'https://maahad.com/a', 'https://maahad.com/a'],
  ['https://maahad.com،', 'https://maahad.com', 'https://maahad.com'],
  ['https://maahad.com/دورات؟', 'https://maahad.com/دورات', 'https://maahad.com/دورات'],
  ['(https://maahad.com/a).', 'https://maahad.com/a', 'https://maahad.com/a'],
  ['«www.maahad.com»،', 'www.maahad.com', 'https://www.maahad.com'],
  ['https://ar.wikipedia.org/wiki/Riyadh_(city)', 'https://ar.wikipedia.org/wiki/Riyadh_(city)', undefined],
  ['(https://ar.wikipedia.org/wiki/Riyadh_(city))', 'https://ar.wikipedia.org/wiki/Riyadh_(city)', undefined],
  ['https://maahad.com/?a=1&b=2…', 'https://maahad.com/?a=1&b=2', undefined],
  ['info@maahad.com،', 'info@maahad.com', 'mailto:info@maahad.com'],
  ['info@maahad.com.', 'info@maahad.com', 'mailto:info@maahad.com'],
])('the address in %s is a link without the signs around it', (word, address, href) => {
  const found = addressIn(word)!
  expect([word.slice(found.start, found.end), found.href]).toEqual([address, href ?? address])
})

it.each(['Booking.com', '@maahad', 'a@b', 'https://', 'www.', '...', '3.5', 'info@maahad', 'http://localhost'])(
  '%s is none',
  (word) => expect(addressIn(word)).toBeUndefined(),
)
