/** Texts as Word, Google Docs and web pages put them on the clipboard, with what a reader sees of them. */

export type Pasted = {
  name: string
  html: string
  /** What must be in the Markdown, in this order. */
  says: string[]
}

const WORDS = {
  ar: [
    'العقد',
    'المدرّب',
    'نسبة 15%',
    'برنامج Excel',
    'الهاتف 0501234567',
    'السعر 1,250 ريال',
    'خطة 2026',
    'اختبار PMP',
    'معيار ISO 9001',
    'الفصل الثالث',
    'منصّة Azure',
  ],
  en: [
    'Contract',
    'The trainer',
    '15% rate',
    'Excel (متقدم)',
    'Phone 0501234567',
    'SAR 1,250',
    'Plan 2026',
    'PMP exam',
    'ISO 9001 standard',
    'Third chapter',
    'Azure platform',
  ],
} as const

type Shape = { name: string; of: (word: (place: number) => string, mark: string) => Omit<Pasted, 'name'> }

const word = (text: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><style>p.MsoNormal{mso-style-unhide:no;margin:0cm}</style><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head><body lang=AR-SA style='tab-interval:36.0pt'><!--StartFragment-->${text}<!--EndFragment--></body></html>`
const docs = (text: string) =>
  `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-7f1c2d3e-7fff-1a2b">${text}</b><br class="Apple-interchange-newline">`
const span = (text: string, style = '') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;${style}">${text}</span>`
const msoItem = (text: string, marker: string, level: number) =>
  `<p class=MsoListParagraphCxSpMiddle dir=RTL style='margin-right:${36 * level}pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1;direction:rtl'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span dir=RTL></span><span lang=AR-SA>${text}<o:p></o:p></span></p>`

const SHAPES: Shape[] = [
  {
    name: 'a paragraph of Word with direction marks',
    of: (w, mark) => ({
      html: word(
        `<p class=MsoNormal dir=RTL style='text-align:right'><span lang=AR-SA style='font-family:"Arial",sans-serif;mso-ascii-font-family:Calibri'>${mark}${w(0)}&nbsp;<b style='mso-bidi-font-weight:normal'>${w(1)}</b>${mark} ${w(2)}<o:p></o:p></span></p><p class=MsoNormal dir=RTL><o:p>&nbsp;</o:p></p>`,
      ),
      says: [w(0), `**${w(1)}**`, w(2)],
    }),
  },
  {
    name: 'headings of Word',
    of: (w) => ({
      html: word(
        `<p class=MsoTitle dir=RTL><span lang=AR-SA>${w(0)}</span></p><h1 dir=RTL style='mso-pagination:widow-orphan'><span lang=AR-SA>${w(1)}<o:p></o:p></span></h1><p class=MsoNormal>${w(2)}</p><h2 dir=RTL><b>${w(3)}</b></h2><p class=MsoNormal>${w(4)}</p>`,
      ),
      says: [`## ${w(0)}`, `## ${w(1)}`, w(2), `### ${w(3)}`, w(4)],
    }),
  },
  {
    name: 'a list of Word in two levels',
    of: (w) => ({
      html: word(
        `${msoItem(w(0), '·', 1) + msoItem(w(1), 'o', 2) + msoItem(w(2), '·', 1)}<p class=MsoNormal>${w(3)}</p>`,
      ),
      says: [`- ${w(0)}`, `  - ${w(1)}`, `- ${w(2)}`, w(3)],
    }),
  },
  {
    name: 'a numbered list of Word',
    of: (w) => ({
      html: word(msoItem(w(0), '1.', 1) + msoItem(w(1), '2.', 1) + msoItem(w(2), '3.', 1)),
      says: [`1. ${w(0)}`, `2. ${w(1)}`, `3. ${w(2)}`],
    }),
  },
  {
    name: 'a table of Word with a cell over two columns',
    of: (w) => ({
      html: word(
        `<table class=MsoTableGrid dir=rtl border=1 cellspacing=0 style='border-collapse:collapse;mso-table-dir:bidi'><tr style='mso-yfti-irow:0'><td width=200 colspan=2 style='border:solid windowtext 1.0pt'><p class=MsoNormal dir=RTL><b>${w(0)}</b><o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>${w(1)}</p></td><td><p class=MsoNormal>${w(2)}</p><p class=MsoNormal>${w(3)}</p></td></tr></table><p class=MsoNormal><o:p>&nbsp;</o:p></p>`,
      ),
      says: [`| ${w(0)} |`, '| --- | --- |', `| ${w(1)} | ${w(2)}<br>${w(3)} |`],
    }),
  },
  {
    name: 'a paragraph of Google Docs',
    of: (w, mark) => ({
      html: docs(
        `<p dir="rtl" style="line-height:1.38;margin-top:0pt">${span(`${mark}${w(0)} `)}${span(w(1), 'font-weight:700;')}${span(` ${w(2)}`)}</p><br /><p dir="rtl">${span(w(3))}</p>`,
      ),
      says: [w(0), `**${w(1)}**`, w(2), w(3)],
    }),
  },
  {
    name: 'headings, a list and a link of Google Docs',
    of: (w) => ({
      html: docs(
        `<h1 dir="rtl"><span style="font-weight:400;font-size:20pt">${w(0)}</span></h1><ul style="margin-top:0"><li dir="rtl" style="list-style-type:disc" aria-level="1"><p dir="rtl" role="presentation">${span(w(1))}</p></li><ul><li dir="rtl" aria-level="2"><p role="presentation">${span(w(2))}</p></li></ul></ul><p><a href="https://www.google.com/url?q=https://maahad.example/x&sa=D&source=docs" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline">${w(3)}</span></a></p>`,
      ),
      says: [`## ${w(0)}`, `- ${w(1)}`, `  - ${w(2)}`, `[${w(3)}](https://maahad.example/x)`],
    }),
  },
  {
    name: 'a table of Google Docs',
    of: (w) => ({
      html: docs(
        `<div dir="rtl" align="right"><table style="border:none;border-collapse:collapse"><colgroup><col width="200" /><col width="200" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000 1pt"><p dir="rtl">${span(w(0))}</p></td><td><p>${span(w(1))}</p></td></tr><tr><td><p>${span(w(2))}</p></td><td><p>${span(w(3))}</p></td></tr></tbody></table></div>`,
      ),
      says: [`| ${w(0)} | ${w(1)} |`, '| --- | --- |', `| ${w(2)} | ${w(3)} |`],
    }),
  },
  {
    name: 'a web page of divisions and line breaks',
    of: (w, mark) => ({
      html: `<div class="post"><div>${mark}${w(0)}<br><br>${w(1)}</div><div><span style="font-weight:bold">${w(2)}</span> ${w(3)}<script>alert(1)</script></div><div style="display:none">مخفي</div><aside><button>Share</button></aside></div>`,
      says: [w(0), w(1), `**${w(2)}** ${w(3)}`],
    }),
  },
  {
    name: 'a web page with a picture, a quotation and code',
    of: (w) => ({
      html: `<article><h3 class="t">${w(0)}</h3><figure><img src="https://news.example/a.jpg" alt="${w(1)}" width="600"><figcaption>${w(2)}</figcaption></figure><blockquote><p>${w(3)}</p></blockquote><p><code>npm run x</code></p><img src="https://t.example/p.gif" width="1" height="1"></article>`,
      says: [`### ${w(0)}`, `[${w(1)}](https://news.example/a.jpg)`, w(2), `> ${w(3)}`, '`npm run x`'],
    }),
  },
  {
    name: 'a table of a web page with heads and rows over two lines',
    of: (w) => ({
      html: `<table><thead><tr><th>${w(0)}</th><th align="right">${w(1)}</th></tr></thead><tbody><tr><td rowspan="2">${w(2)}</td><td align="right">1</td></tr><tr><td align="right">2</td></tr></tbody></table>`,
      says: [`| ${w(0)} | ${w(1)} |`, `| ${w(2)} | 1 |`, '|  | 2 |'],
    }),
  },
  {
    name: 'a page laid out by tables',
    of: (w) => ({
      html: `<table><tr><td><table><tr><td><h2>${w(0)}</h2><p>${w(1)}</p></td></tr></table></td><td><p>${w(2)}</p></td></tr></table>`,
      says: [`## ${w(0)}`, w(1), w(2)],
    }),
  },
  {
    name: 'a table of a web page with a caption and a list in a cell',
    of: (w) => ({
      html: `<table><caption>${w(0)}</caption><tr><th>${w(1)}</th><th>${w(2)}</th></tr><tr><td>1</td><td><ul><li>${w(3)}</li><li>${w(4)}</li></ul></td></tr></table>`,
      says: [w(0), `| ${w(1)} | ${w(2)} |`, `| 1 | ${w(3)}<br>${w(4)} |`],
    }),
  },
  {
    name: 'raised digits, a footnote and a picture of Word',
    of: (w) => ({
      html: word(
        `<p class=MsoNormal dir=RTL>120 م<sup>2</sup> و CO<sub>2</sub> ${w(0)}<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference><![if !supportFootnotes]>[1]<![endif]></span></a></p><p class=MsoNormal><!--[if gte vml 1]><v:shape id="x"><v:imagedata src="file:///C:/a/image001.png"/></v:shape><![endif]--><![if !vml]><img width=300 height=200 src="file:///C:/a/image001.png" alt="${w(2)}" v:shapes="x"><![endif]></p><div style='mso-element:footnote-list'><hr align=left size=1 width="33%"><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1">[1]</a> ${w(1)}</p></div></div>`,
      ),
      says: ['120 م² و CO₂', w(0), w(2), w(1)],
    }),
  },
  {
    name: 'a numbered list of Word with Arabic numerals, and one that goes on',
    of: (w) => ({
      html: `${word(msoItem(w(0), '١-', 1) + msoItem(w(1), '٢-', 1))}<p>${w(2)}</p><ol start="3"><li>${w(3)}</li><li>${w(4)}</li></ol>`,
      says: [`1. ${w(0)}`, `2. ${w(1)}`, w(2), `3. ${w(3)}`, `4. ${w(4)}`],
    }),
  },
  {
    name: 'a list of things to do of Google Docs',
    of: (w) => ({
      html: docs(
        `<ul><li dir="rtl" role="checkbox" aria-checked="true"><img src="data:image/png;base64,iVBORw0KGgo=" width="18" height="18" alt="checked" aria-roledescription="checkbox" role="presentation"><p dir="rtl">${span(w(0))}</p></li><li role="checkbox" aria-checked="false"><p>${span(w(1))}</p></li></ul>`,
      ),
      says: [`- ${w(0)}`, `- ${w(1)}`],
    }),
  },
  {
    name: 'a web page with terms, a folded part, a film and code of several lines',
    of: (w) => ({
      html: `<dl><dt>${w(0)}</dt><dd>${w(1)}</dd></dl><details><summary>${w(2)}</summary><p>${w(3)}</p></details><p><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0" title="film"></iframe></p><pre><code>a = 1\nb = 2</code></pre>`,
      says: [w(0), `\n\n${w(1)}`, w(2), `\n\n${w(3)}`, 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'a = 1\nb = 2'],
    }),
  },
  {
    name: 'a list of a web page whose items have paragraphs and a picture as a link',
    of: (w) => ({
      html: `<ul><li><p>${w(0)}</p><p>${w(1)}</p></li><li>${w(2)}<ol><li>${w(3)}</li></ol></li></ul><p><a href="https://shop.example/x"><img src="https://shop.example/x.png" alt="${w(4)}"></a></p>`,
      says: [`- ${w(0)}`, w(1), `- ${w(2)}`, `1. ${w(3)}`, `[${w(4)}](https://shop.example/x)`],
    }),
  },
  {
    name: 'text with signs of Markdown',
    of: (w) => ({
      html: `<p>2 * 3 * 4 و ${w(0)} [x] #1 _a_ &lt;b&gt; ${w(1)}</p>`,
      says: ['2 \\* 3 \\* 4', w(0), '\\[x\\]', '\\<b>', w(1)],
    }),
  },
]

/** The marks of direction that word processors put into Arabic. */
const MARKS = ['', '\u200f', '\u202b', '\u200e\u200f', '\u061c', '\u2067']

/** @param count of variations, none of them twice: each shape with other words, marks and languages */
export function pastedTexts(count: number): Pasted[] {
  return Array.from({ length: count }, (_, number) => {
    const shape = SHAPES[number % SHAPES.length]!
    const round = Math.floor(number / SHAPES.length)
    const words = round % 3 === 2 ? WORDS.en : WORDS.ar
    // Once all have been first, they follow each other otherwise.
    const step = 1 + Math.floor(round / words.length)
    const wordAt = (place: number) => words[(place * step + round) % words.length]!
    const { html, says } = shape.of(wordAt, MARKS[round % MARKS.length]!)
    return { name: `${shape.name} (${round + 1})`, html, says }
  })
}
