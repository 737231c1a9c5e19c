import { describe, expect, it } from 'vitest'
import { mentionsIn, renderMemberText } from './markdown.server.ts'

const sara = new Map([['سارة_القحطاني', { name: 'سارة القحطاني', address: '/ar/community?author=7' }]])

describe('a name after @', () => {
  it.each([
    ['at the beginning', '@سارة_القحطاني شكرًا', ['سارة_القحطاني']],
    ['before Arabic punctuation', 'شكرًا @سارة_القحطاني، وإلى اللقاء', ['سارة_القحطاني']],
    ['after a word of one letter', 'أشكر @سارة و@خالد ولـ@نورة', ['سارة', 'خالد', 'نورة']],
    ['in brackets and bold', '(@sara) **@khalid**', ['sara', 'khalid']],
    ['at the end of a sentence', 'Thanks, @Sara_Ali. And @O’Hara!', ['Sara_Ali', 'O’Hara']],
    ['with the id of one of two', '@Sara_Ali#12', ['Sara_Ali#12']],
    ['with marks', '@سَارَة', ['سَارَة']],
    ['in a list, a heading and a table', '## @a\n\n- @b\n\n| x |\n|---|\n| @c |', ['a', 'b', 'c']],
    ['once for many', '@sara @sara', ['sara']],
    ['with the name of a part of objects', '@__proto__ @constructor', ['constructor']],
  ])('is one %s', (_name, text, expected) => {
    expect(mentionsIn(text)).toEqual(expected)
  })

  it.each([
    ['within a word', 'سلام@سارة a@sara'],
    ['in an email address', 'sara@example.com, نورة <noura@example.com> م@example.com.sa@x'],
    ['in code', '`@sara`\n\n```\n@sara\n```'],
    ['in a link and its address', '[@sara](https://x.example/@sara) https://x.example/@sara x.example/@sara'],
    ['escaped', '\\@sara'],
    ['of another network', '@sara@social.example'],
    ['alone', '@ @@ @! @#12'],
    ['longer than any', `@${'س'.repeat(90)}`],
  ])('is none %s', (_name, text) => {
    expect(mentionsIn(text)).toEqual([])
  })

  it('counts ten times a text', () => {
    expect(mentionsIn(Array.from({ length: 12 }, (_, n) => `@name${n}`).join(' '))).toHaveLength(10)
  })

  it('is a link to whom it names, isolated; else it stays as it was typed', () => {
    expect(renderMemberText('شكرًا @سارة_القحطاني و@خالد', 'ar', sara)).toBe(
      '<p dir="auto">شكرًا <a href="/ar/community?author=7" rel="nofollow ugc noopener"><bdi>@سارة القحطاني</bdi></a> و@خالد</p>',
    )
  })

  it('is escaped whatever the name', () => {
    const evil = new Map([
      ['x', { name: '<img src=x onerror=alert(1)>"', address: '/ar/community?author=1"><script>' }],
    ])
    const html = renderMemberText('@x', 'ar', evil)
    expect(html).not.toMatch(/<(img|script)/)
    expect(html).toContain('@&lt;img src=x onerror=alert(1)&gt;')
  })
})
