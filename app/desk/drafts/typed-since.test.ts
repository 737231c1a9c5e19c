import { expect, it } from 'vitest'
import { typedSince } from './typed-since.ts'

it.each([
  ['nothing', { 'body#0': 'شكرًا لك' }, { 'body#0': 'شكرًا لك' }, {}],
  ['the end of a text', { 'body#0': 'شكرًا لك' }, { 'body#0': 'شكرًا لك وأهلًا' }, { 'body#0': 'وأهلًا' }],
  ['a blank', { 'body#0': 'شكرًا لك' }, { 'body#0': 'شكرًا لك ' }, {}],
  ['another text', { 'body#0': 'شكرًا لك' }, { 'body#0': 'أهلًا' }, { 'body#0': 'أهلًا' }],
  ['another field', { 'body#0': 'شكرًا' }, { 'body#0': 'شكرًا', 'note#0': 'جديد' }, { 'note#0': 'جديد' }],
])('of what was sent, %s is typed since', (_, sent, now, since) => {
  expect(typedSince(sent as never, now as never)).toEqual(since)
})
