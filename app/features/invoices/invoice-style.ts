/** The style of an invoice: black on white in print, on a sand background on a screen. */
import { BRAND_COLOURS } from '../../ui/brand-colours.ts'

/** The fonts of the page; a PDF embeds them instead. */
export const FONTS = {
  arabic: { address: '/paper/arabic.woff2', file: 'readex-pro-arabic-wght-normal.woff2' },
  latin: { address: '/paper/latin.woff2', file: 'readex-pro-latin-wght-normal.woff2' },
} as const

const RANGES = {
  arabic: 'U+0600-06FF,U+0750-077F,U+200C-200E,U+2010-2011,U+FB50-FDFF,U+FE70-FEFC',
  latin: 'U+0000-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2000-200B,U+2012-206F,U+20AC,U+2122,U+2212',
}

const face = (script: 'arabic' | 'latin') =>
  `@font-face{font-family:"Readex Pro";font-weight:160 700;font-display:swap;src:url(${FONTS[script].address}) format("woff2");unicode-range:${RANGES[script]}}`

export const FONT_FACES = `${face('arabic')}
${face('latin')}`

const { deep, ink, line, mint, muted, onDeepMuted, paper, pine, pinePressed, sand } = BRAND_COLOURS

export const STYLE = `${FONT_FACES}
@page{size:A4;margin:14mm 15mm}
*{box-sizing:border-box;margin:0}
:root{color-scheme:light;--ink:${ink};--muted:${muted};--line:${line};--sand:${sand};--deep:${deep};--pine:${pine};--mint:${mint}}
body{background:var(--sand);color:var(--ink);font:1rem/1.7 "Readex Pro","Segoe UI",Tahoma,sans-serif;-webkit-text-size-adjust:100%;text-size-adjust:100%}
a{color:var(--pine)}
:focus-visible{outline:3px solid var(--pine);outline-offset:2px;border-radius:4px}
.bar{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:center;justify-content:space-between;max-inline-size:54rem;margin-inline:auto;padding:1.25rem 1.125rem}
.bar nav,.tools{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center}
.bar nav a{display:inline-block;padding-block:.5rem}
.tools{gap:.5rem}
.tools a,.tools button{display:inline-flex;align-items:center;min-block-size:2.75rem;padding:.25rem 1.125rem;border:1px solid var(--pine);border-radius:12px;background:${paper};color:var(--pine);font:inherit;font-weight:500;text-decoration:none;cursor:pointer}
.tools button{background:var(--pine);color:${paper}}
.tools a:hover{background:var(--mint)}
.tools button:hover{background:${pinePressed}}
[hidden]{display:none!important}
.paper{max-inline-size:54rem;margin:0 auto 3rem;padding:clamp(1.25rem,5vw,3.25rem);background:#fff;border:1px solid var(--line);border-radius:6px;box-shadow:0 12px 32px -12px rgb(13 58 49/22%),0 2px 8px -4px rgb(13 58 49/12%);font-size:.9375rem;line-height:1.65;font-variant-numeric:tabular-nums lining-nums}
.paper :is(h1,h2){font-weight:620;line-height:1.4}
.en{color:var(--muted);font-size:.84em;font-weight:400;text-align:end}
bdi{unicode-bidi:isolate}
.head{display:flex;flex-wrap:wrap;gap:1rem 2rem;align-items:center;justify-content:space-between;padding-block-end:1.5rem;border-block-end:2px solid var(--deep)}
.who{display:flex;gap:.875rem;align-items:center;min-inline-size:0;flex:1 1 16rem}
.who svg{flex:none;inline-size:3rem;block-size:3rem}
.who p{font-weight:600;font-size:1.0625rem;line-height:1.5}
.who .en,.head h1 .en{display:block}
.head h1{font-size:1.375rem;color:var(--deep)}
.head h1 .en{font-size:.9375rem}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,13.5rem),1fr));gap:1rem 1.5rem;padding-block:1.5rem}
dt{color:var(--muted);font-size:.8125rem;line-height:1.5}
dt .en{font-size:1em}
:is(.facts,.parties) dt span:has(+.en)::after{content:" ·"}
dd{margin:0;font-weight:500;overflow-wrap:anywhere}
dd .en{display:block;font-size:.8125rem}
.wide{grid-column:1/-1}
.parties{display:grid;gap:1rem;padding-block-end:1.5rem}
.parties section{padding:1rem 1.25rem;background:#fbf9f4;border:1px solid var(--line);border-radius:8px}
.parties h2{font-size:1rem;color:var(--deep);margin-block-end:.5rem}
.parties dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,12.5rem),1fr));gap:.625rem 1.25rem}
table{inline-size:100%;border-collapse:collapse}
th,td{padding:.625rem .5rem;text-align:start;vertical-align:top}
th{background:var(--deep);color:${paper};font-size:.8125rem;font-weight:500;line-height:1.45;vertical-align:bottom}
th .en{display:block;color:${onDeepMuted};font-size:.92em}
th:first-child{border-start-start-radius:6px}
th:last-child{border-start-end-radius:6px}
tbody td{border-block-end:1px solid var(--line)}
td b .en,.two-lines .en{display:block}
td.sum{white-space:nowrap}
.what{inline-size:34%;overflow-wrap:anywhere}
.what b{font-weight:600}
.small{display:block;color:var(--muted);font-size:.8125rem}
.label{display:none}
.end{display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem;padding-block:1.5rem;break-inside:avoid}
.totals{display:grid;gap:0}
.totals div{display:flex;gap:1rem;align-items:baseline;justify-content:space-between;padding-block:.5rem;border-block-end:1px solid var(--line)}
.totals dt{min-inline-size:0;color:var(--ink);font-size:.9375rem}
.totals dt .en{display:block;font-size:.8125rem}
.totals dd{flex:none;min-inline-size:6.5rem;direction:ltr;text-align:end;white-space:nowrap}
.totals .grand{margin-block-start:.375rem;padding-block:.75rem;padding-inline:.875rem 0;background:var(--mint);border:0;border-radius:8px}
.totals .grand :is(dt,dd){font-weight:620;color:var(--deep)}
.totals .grand dd{font-size:1.1875rem}
.code{display:flex;gap:1rem;align-items:center;align-self:start}
.code svg{flex:none;inline-size:9rem;block-size:9rem;background:#fff}
.code.signed{flex-wrap:wrap}
.code.signed svg{inline-size:12.5rem;block-size:12.5rem}
.code p{color:var(--muted);font-size:.8125rem;max-inline-size:14rem}
.code .en,.notes .en{display:block}
.notes{display:grid;gap:.5rem;padding-block-start:1.25rem;border-block-start:1px solid var(--line);color:var(--muted);font-size:.8125rem;break-inside:avoid}
.notes .fine{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}
.notes .fine span{overflow-wrap:anywhere}
.notes .fine .en{display:inline}
@media (width>=44rem){.parties{grid-template-columns:minmax(0,1.9fr) minmax(0,1fr)}.end{grid-template-columns:minmax(0,1fr) minmax(0,24rem)}}
@media screen and (width<44rem){
  thead{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
  table,tbody,tr,td{display:block}
  .what{inline-size:auto}
  tr{padding-block:.25rem;border-block-end:1px solid var(--line)}
  tbody td{border:0;padding:.3125rem 0}
  td.sum{display:flex;gap:1rem;justify-content:space-between;text-align:start}
  .label{display:inline;color:var(--muted);font-size:.875rem;white-space:normal}
  .label .en{display:inline}
  .totals .grand dd{min-inline-size:6rem}
  .totals div{flex-wrap:wrap}
  .totals dt{flex:1 1 8rem;overflow-wrap:anywhere}
  .totals dd{margin-inline-start:auto}
  .code{flex-wrap:wrap}
  .code svg{flex:0 1 auto;max-inline-size:100%}
}
@media print{
  html{font-size:11.5px}
  body{background:#fff}
  .bar,.others{display:none}
  .paper{max-inline-size:none;margin:0;padding:0;border:0;border-radius:0;box-shadow:none}
  .facts{grid-template-columns:repeat(3,1fr);gap:.75rem 1.5rem}
  .parties{grid-template-columns:minmax(0,2.4fr) minmax(0,1fr)}
  .end{grid-template-columns:minmax(0,1fr) minmax(0,92mm)}
  .code svg{inline-size:34mm;block-size:34mm}
  tr,.parties section{break-inside:avoid}
  thead{display:table-header-group}
  *{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}
`

/** Shows the print button, which needs scripts. */
export const PRINT_SCRIPT = `const b=document.getElementById('print');b.hidden=false;b.addEventListener('click',()=>print())`
