import { describe, expect, it } from 'vitest'
import { inLanguage, renderArticle, renderMarkdown, renderMemberText, renderText } from './markdown.server.ts'

describe('Markdown', () => {
  it('leaves the first two levels of headings to the page', () => {
    expect(renderMarkdown('# أ\n\n## ب\n\n### ج\n\n#### د\n\n###### هـ', 'ar').match(/<h\d/g)).toEqual([
      '<h3',
      '<h3',
      '<h3',
      '<h4',
      '<h4',
    ])
  })

  it('sends links of ours to the page in the reader’s language', () => {
    expect(renderMarkdown('[أ](/faq) [ب](/)', 'ar')).toContain('href="/ar/faq"')
    expect(renderMarkdown('[a](/courses?category=4)', 'en')).toContain('href="/en/courses?category=4"')
    expect(inLanguage('/en/faq', 'ar')).toBe('/en/faq')
    expect(inLanguage('/', 'ar')).toBe('/ar')
    expect(inLanguage('/articles', 'ar')).toBe('/ar/articles')
  })

  it('keeps other sites from reaching back', () => {
    expect(renderMarkdown('[site](https://tvtc.gov.sa)', 'en')).toBe(
      '<p dir="auto"><a href="https://tvtc.gov.sa" rel="noopener">site</a></p>',
    )
  })

  it('keeps an address left to right in an Arabic sentence, and words of a link as they are', () => {
    expect(renderMarkdown('انظر https://pmi.org/docs/ و[الدليل](https://pmi.org)', 'ar')).toBe(
      '<p dir="auto">انظر <a href="https://pmi.org/docs/" rel="noopener" dir="ltr">https://pmi.org/docs/</a> ' +
        'و<a href="https://pmi.org" rel="noopener">الدليل</a></p>',
    )
  })

  it('shows entities as the signs that they are, and those that were typed as they were typed', () => {
    expect(renderMarkdown('AT&T, R&amp;D, &copy; and &amp;copy; &lt;b&gt;', 'en')).toBe(
      '<p dir="auto">AT&amp;T, R&amp;D, © and &amp;copy; &lt;b&gt;</p>',
    )
    const hostile = renderMarkdown('&lt;script&gt;alert(1)&lt;/script&gt;', 'en')
    expect(hostile).not.toContain('<script')
  })

  it.each([
    ['a script', '<script>alert(1)</script>أهلاً'],
    ['a handler', '<p onclick="alert(1)">أهلاً</p>'],
    ['a script in a link', '[أهلاً](javascript:alert(1))'],
    ['a hidden script in a link', '[أهلاً](java&#10;script:alert(1))'],
    ['a data address', '[أهلاً](data:text/html,<script>alert(1)</script>)'],
    ['a style', '<p style="position:fixed">أهلاً</p>'],
    ['a frame', '<iframe src="https://evil.example"></iframe>أهلاً'],
    ['a picture of another site', '![أهلاً](https://evil.example/a.png) أهلاً'],
    ['a form', '<form action="/x"><input name="a"></form>أهلاً'],
    ['a class', '<p class="x" id="y">أهلاً</p>'],
  ])('lets no %s through', (_name, markdown) => {
    const html = renderMarkdown(markdown, 'ar')
    expect(html).toContain('أهلاً')
    expect(html).not.toMatch(/<script|onclick|javascript:|data:text|style=|<iframe|<img|<form|<input|class=|id=/i)
  })

  it.each([
    ['زر https://maahad.sa/a، ثم', 'https://maahad.sa/a'],
    ['هل زرت https://maahad.sa/a؟', 'https://maahad.sa/a'],
    ['«https://maahad.sa/دورات»', 'https://maahad.sa/دورات'],
    ['www.maahad.sa؛ ثم', 'http://www.maahad.sa'],
    ['https://maahad.sa/a.', 'https://maahad.sa/a'],
  ])('ends an address before the sign that ends its sentence: %s', (text, href) => {
    for (const html of [renderMarkdown(text, 'ar'), renderMemberText(text, 'ar')])
      expect([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual([href])
  })

  it('does not take another host for a page of ours', () => {
    expect(renderMarkdown('[a](//evil.example/x)', 'ar')).not.toContain('evil.example')
  })

  it('says that a text without English is Arabic', () => {
    expect(renderText({ ar: 'أهلاً [هنا](/faq)' }, 'en')).toBe(
      '<div lang="ar" dir="rtl"><p dir="auto">أهلاً <a href="/en/faq">هنا</a></p></div>',
    )
    expect(renderText({ ar: 'أهلاً', en: 'Hello' }, 'en')).toBe('<p dir="auto">Hello</p>')
  })

  it('keeps a sign behind the Latin name that it belongs to, and leaves code as it is', () => {
    expect(renderMarkdown('يضم اختبار Security+ بإصداره', 'ar')).toContain('Security+\u200e بإصداره')
    expect(renderMarkdown('- **C++** و[C#](/faq) و`C++`', 'ar')).toMatch(
      /C\+\+\u200e<\/strong>.*C#\u200e<\/a>.*C\+\+<\/code>/,
    )
    expect(renderArticle({ ar: 'عن C++ وحدها' }, 'ar').html).toContain('C++\u200e وحدها')
    expect(renderMemberText('@سمية جرّب C# أولًا', 'ar')).toContain('C#\u200e أولًا')
    expect(renderMarkdown('A & B, <b>x</b>', 'en')).toBe('<p dir="auto">A &amp; B, x</p>')
  })

  it('breaks a line where a member did', () => {
    expect(renderMemberText('شكرًا\nThanks', 'ar')).toContain('شكرًا<br />Thanks')
    expect(renderMarkdown('شكرًا\nThanks', 'ar')).not.toContain('<br')
  })

  it('reads code from left to right, wherever it stands', () => {
    expect(renderMarkdown('- `lang="ar"` في أول الصفحة', 'ar')).toBe(
      '<ul>\n<li dir="auto"><code dir="ltr">lang="ar"</code> في أول الصفحة</li>\n</ul>',
    )
    expect(renderMarkdown('`<b>&"`', 'en')).toContain('<code dir="ltr">&lt;b&gt;&amp;"</code>')
  })

  it('lets long code be scrolled by keys, and nobody else set the order of the keys', () => {
    expect(renderMarkdown('```\na\n```', 'ar')).toContain('<pre dir="ltr" tabindex="0"><code>a</code></pre>')
    expect(renderMarkdown('<div tabindex="7">أ</div><pre tabindex="9">ب</pre>', 'ar')).not.toMatch(/[79]/)
  })

  it('lets tables scroll and each block find its direction', () => {
    const html = renderMarkdown('| أ | ب |\n|---|---|\n| 1 | 2 |\n\n- بند', 'ar')
    expect(html).toContain('<div data-scroll="inline" tabindex="0"><table>')
    expect(html).toContain('<th scope="col" dir="auto">أ</th>')
    expect(html).toContain('<li dir="auto">بند</li>')
  })

  it('makes no heading of the empty corner of a table', () => {
    expect(renderMarkdown('| | ب |\n|---|---|\n| 1 | 2 |', 'ar')).toContain(
      '<tr><td dir="auto"></td><th scope="col" dir="auto">ب</th></tr>',
    )
  })

  it('keeps an article in its language’s direction, but not what it quotes', () => {
    const text = 'Excel سهل.\n\n> Life is hard.\n\n- Word\n\n| A |\n|:-:|\n| B |'
    const { html } = renderArticle({ ar: text, en: text }, 'ar')
    expect(html).toContain('<p>Excel سهل.</p>')
    expect(html).toContain('<blockquote dir="auto">\n<p>Life is hard.</p>')
    expect(html).toContain('<li><bdi dir="ltr">Word</bdi>')
    expect(html).toContain('<td align="center"><bdi dir="ltr">B</bdi></td>')
  })

  it('reads what is wholly in the other script in its own direction', () => {
    const latin =
      '## Step 2.\n\n5 days, online.\n\n- 5 days\n- أيام 5\n  - **-5%**\n\n| أ |\n|-|\n| 16 GB, `نص` (incl. VAT) |'
    const { html, contents } = renderArticle({ ar: latin }, 'ar')
    expect(html).toContain('<h2 id="part-1"><bdi dir="ltr">Step 2.</bdi></h2>')
    expect(contents[0]!.title).toBe('Step 2.')
    expect(html).toContain('<p dir="ltr">5 days, online.</p>')
    expect(html).toContain('<li><bdi dir="ltr">5 days</bdi></li>')
    expect(html).toContain('<li>أيام 5<ul>\n<li><bdi dir="ltr"><strong>-5%</strong></bdi></li>')
    expect(html).toContain('<td><bdi dir="ltr">16 GB, <code dir="ltr">نص</code> (incl. VAT)</bdi></td>')
    expect(html).toContain('<th scope="col">أ</th>')
    expect(renderArticle({ ar: latin }, 'en').html).toContain('<p dir="ltr">5 days, online.</p>')
    const english = renderArticle({ ar: '-', en: 'نعم.\n\n- أي نعم.\n- Yes, نعم.\n\n`أ`' }, 'en').html
    expect(english).toBe(
      '<p dir="rtl">نعم.</p>\n<ul>\n<li><bdi dir="rtl">أي نعم.</bdi></li>\n<li>Yes, نعم.</li>\n</ul>\n' +
        '<p><code dir="ltr">أ</code></p>',
    )
  })
})
