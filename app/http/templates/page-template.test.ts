import { crc32, gunzipSync } from 'node:zlib'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { crcShift, joinCrc } from './crc32.ts'
import { fillTemplate, makeTemplate } from './page-template.server.ts'
import { placeholderOf, type SlotValues, slotsOf } from './placeholder.ts'

/** What somebody could call themselves. */
const NAMES = [
  'سارة الأحمد',
  'O’Brien & Söhne "GmbH" <b>',
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '\\u003c/script\\u003e \\" \\\\',
  "'; alert(1); //",
  "$& $1 $` $' $$ %s %3Cb%3E {0}",
  '\u202eمقلوب\u202c \u2066a\u2069',
  'سطر\u2028فاصل\u2029\r\n\t\u0007',
  '👩🏽‍🏫 \ud83d \udc4d x\ud800',
  '\ue000ab12<&>"\'\\\u2028é %@ cd34\uf8ff',
  'x'.repeat(200),
  '"'.repeat(200),
  ' ',
]

/** A page as React and the router write it: texts, attributes, and the data for the scripts. */
function pageOf({ userName, initials, email, unread, picture, nonce }: SlotValues): string {
  const shell = createElement(
    'header',
    { title: `${userName}!` },
    createElement('img', { src: `/media/${picture}/128.webp`, alt: userName }),
    createElement('bdi', null, userName),
    createElement('text', null, initials),
    createElement('span', { 'data-count': unread }, unread),
    'آخر الأخبار ',
    email,
  )
  const data = JSON.stringify([{ _1: 2, _3: 4 }, 'name', userName, 'email', email, `/media/${picture}/512.webp`])
  const script = JSON.stringify(data).replace(
    /[&<>\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const filler = createElement('p', null, 'نص طويل يتكرر في الصفحة كثيرًا. '.repeat(500))
  return `${renderToStaticMarkup(createElement('body', null, shell, filler))}<script nonce="${nonce}">enqueue(${script})</script>`
}

const SHAPE = { role: 'Student', hasPicture: true } as const
const valuesOf = (userName: string): SlotValues => ({
  userName,
  initials: userName.slice(0, 2),
  colour: '5',
  unread: '3',
  email: `${userName.slice(0, 3)}@example.com`,
  picture: 'a-b_c-12',
  nonce: 'AAAAAAAAAAAAAAAAAAAAAA',
})

async function templateOf(render: (values: SlotValues) => string) {
  const placeholder = placeholderOf(SHAPE)
  return makeTemplate(render(placeholder.values), placeholder)
}

describe('a page that is filled for a visitor', () => {
  it('is to the byte the page that is rendered for them, whatever they are called', async () => {
    const template = (await templateOf(pageOf))!
    for (const name of NAMES) {
      const values = valuesOf(name)
      const filled = gunzipSync(fillTemplate(template, values)!)
      expect(filled.equals(Buffer.from(pageOf(values))), name).toBe(true)
    }
  })

  it('is to the byte the data that a script asks for', async () => {
    const dataOf = ({ userName, email }: SlotValues) => `${JSON.stringify([{ _1: 2 }, 'name', userName, email])}\n`
    const template = (await templateOf(dataOf))!
    for (const name of NAMES) {
      const values = valuesOf(name)
      expect(gunzipSync(fillTemplate(template, values)!).equals(Buffer.from(dataOf(values))), name).toBe(true)
    }
  })

  it('keeps nothing of the visitor before', async () => {
    const template = (await templateOf(pageOf))!
    const before = JSON.stringify(template)
    for (const name of NAMES) fillTemplate(template, valuesOf(name))
    expect(JSON.stringify(template)).toBe(before)
  })
})

describe('no template is made of a page that shows the visitor', () => {
  const ways: [string, (values: SlotValues) => string][] = [
    ['without escaping', ({ userName }) => `<p>${userName}</p>`],
    ['in an address', ({ email }) => `<a href="mailto:${encodeURIComponent(email)}">x</a>`],
    ['by the first letter', ({ userName }) => `<p>${userName[0]}</p>`],
    ['by the last letter', ({ userName }) => `<p>${userName.at(-1)}</p>`],
    ['by half of the name', ({ userName }) => `<p>${userName.slice(0, 20)}</p>`],
    ['in capitals', ({ userName }) => renderToStaticMarkup(createElement('p', null, userName.toUpperCase()))],
    ['in structured data', ({ userName }) => `<script>${JSON.stringify(userName).replaceAll('<', '\\u003c')}</script>`],
    ['in HTML within data', ({ userName }) => JSON.stringify(renderToStaticMarkup(createElement('p', null, userName)))],
    [
      'by a part of the picture’s address',
      ({ picture }) => `<img src="/${picture.slice(0, 8)}">${picture.toUpperCase()}`,
    ],
  ]
  it.each(ways)('%s', async (_, render) => {
    expect(await templateOf(render)).toBeUndefined()
    const both = (values: SlotValues) => pageOf(values) + render(values)
    expect(await templateOf(both)).toBeUndefined()
  })
})

describe('the slots of a visitor', () => {
  const visitor = {
    ...{ userName: 'سارة', initials: 'س', colour: '3', email: 'sara@example.com', unread: '0' },
    ...({ profilePicture: null, lastRole: 'Student' } as const),
  }

  it('depend on the role and on whether there is a picture', () => {
    expect(slotsOf(visitor, 'n')?.shape).toEqual({ role: 'Student', hasPicture: false })
    const pictured = slotsOf({ ...visitor, lastRole: 'Owner', profilePicture: '/media/ab-12/512.webp' }, 'n')
    expect(pictured?.shape).toEqual({ role: 'Owner', hasPicture: true })
    expect(pictured?.values.picture).toBe('ab-12')
  })

  it('are none for a picture elsewhere, an empty name or a very long one', () => {
    for (const odd of [
      { profilePicture: 'https://example.com/a.webp' },
      { profilePicture: '/media/a"b/512.webp' },
      { profilePicture: '/media/ab/512.webp?x' },
      { userName: '' },
      { email: 'a'.repeat(3000) },
    ])
      expect(slotsOf({ ...visitor, ...odd }, 'n')).toBeUndefined()
  })
})

it('checksums of parts join to that of the whole', () => {
  for (const length of [0, 1, 2, 7, 255, 70_001]) {
    const [left, right] = [Buffer.from('أول الصفحة'), Buffer.alloc(length, 'بقية')]
    const joined = joinCrc(crc32(left), crc32(right), crcShift(length))
    expect(joined, String(length)).toBe(crc32(Buffer.concat([left, right])))
  }
})
