/** A certificate as an HTML document on one sheet, in one language, for printing as PDF. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InlineStyle, renderDocument } from '../../html/document.server.tsx'
import { certificatePaper as ar } from '../../locales/ar/certificate-paper.ts'
import { certificatePaper as en } from '../../locales/en/certificate-paper.ts'
import { formatDay } from '../../locales/format.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { BRAND_COLOURS } from '../../ui/brand-colours.ts'
import type { CheckedCertificate } from './contract.ts'
import type { Issuer } from './queries.server.ts'

const TEXTS = { ar, en }

const { deep, gold, ink, line, muted, pine, white } = BRAND_COLOURS

/** Long names and titles get smaller letters, so that everything stays on the sheet. */
const STYLE = `
@page{size:A4 landscape;margin:0}
*{box-sizing:border-box;margin:0}
html{-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{inline-size:297mm;block-size:209mm;padding:9mm;background:${white};color:${ink};font:13pt/1.7 "Readex Pro",sans-serif}
.frame{block-size:100%;padding:2mm;border:1.2mm solid ${deep}}
.paper{display:flex;flex-direction:column;align-items:center;block-size:100%;padding:9mm 18mm 8mm;border:.4mm solid ${gold};text-align:center}
.head{display:flex;gap:4mm;align-items:center;color:${deep};font-size:15pt;font-weight:600}
.head svg{inline-size:15mm;block-size:15mm}
h1{margin-block:8mm 5mm;color:${deep};font-size:30pt;font-weight:600;line-height:1.3}
h1::after{content:"";display:block;inline-size:34mm;block-size:.8mm;margin:4mm auto 0;background:${gold}}
.lead{color:${muted}}
.name{margin-block:1mm 2mm;color:${pine};font-size:27pt;font-weight:600;line-height:1.4}
.course{font-size:19pt;font-weight:500;line-height:1.45}
.long{font-size:18pt}
.course.long{font-size:14pt}
.facts{margin-block-start:4mm;color:${muted}}
bdi{unicode-bidi:isolate;overflow-wrap:anywhere}
.name,.course,.licence{text-wrap:balance}
footer{display:flex;gap:10mm;align-items:end;justify-content:space-between;inline-size:100%;margin-block-start:auto;padding-block-start:4mm;border-block-start:.3mm solid ${line};text-align:start}
dl{display:grid;gap:2mm;font-size:10.5pt;line-height:1.5}
dt{color:${muted}}
dd{margin:0;font-weight:500}
.licence{flex:1;color:${muted};font-size:9pt;line-height:1.6;text-align:center}
figure{display:flex;gap:4mm;align-items:center}
figure svg{inline-size:26mm;block-size:26mm}
figcaption{max-inline-size:38mm;color:${muted};font-size:9.5pt;line-height:1.5}
`

const [, MARK = ''] = /^<svg[^>]*>(.*)<\/svg>\s*$/s.exec(
  readFileSync(join(import.meta.dirname, '../../../public/brand/mark.svg'), 'utf8'),
)!

/** Characters that fit beside each other in the large letters. */
const MAX_LARGE = { name: 40, course: 60 }

const sizeOf = (kind: keyof typeof MAX_LARGE, text: string) => (text.length > MAX_LARGE[kind] ? `${kind} long` : kind)

/** @param fontFaces the `@font-face` rules with the fonts in them */
export function certificateHtml(
  certificate: CheckedCertificate & { name: string },
  issuer: Issuer | undefined,
  fontFaces: string,
  lang: Lang,
): string {
  const t = TEXTS[lang]
  const { number, name, course, hours, startsAt, endsAt, issuedAt, qr } = certificate
  // A recorded course has no dates, and nobody attended it.
  const title = startsAt ? t.title : t.titleOfLessons
  const institute = issuer ? inLang(issuer.name, lang) : ''
  const facts = [
    ...(hours > 0 ? [t.hours(hours)] : []),
    ...(startsAt && endsAt ? [t.days(formatDay(startsAt, lang), formatDay(endsAt, lang))] : []),
  ]
  return renderDocument({
    lang,
    title: `${title} ${number}`,
    head: <InlineStyle css={fontFaces + STYLE} />,
    body: (
      <div className="frame">
        <main className="paper">
          <p className="head">
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the mark's own file */}
            <svg viewBox="0 0 64 64" role="img" aria-hidden="true" dangerouslySetInnerHTML={{ __html: MARK }} />
            <bdi>{institute}</bdi>
          </p>
          <h1>{title}</h1>
          <p className="lead">{t.given(institute)}</p>
          <p className={sizeOf('name', name)}>
            <bdi>{name}</bdi>
          </p>
          <p className="lead">{startsAt ? t.attended : t.completed}</p>
          <p className={sizeOf('course', course)}>{course}</p>
          <p className="facts">{facts.join(' · ')}</p>
          <footer>
            <dl>
              <div>
                <dt>{t.number}</dt>
                <dd>
                  <bdi dir="ltr">{number}</bdi>
                </dd>
              </div>
              <div>
                <dt>{t.issued}</dt>
                <dd>{formatDay(issuedAt, lang)}</dd>
              </div>
            </dl>
            <p className="licence">{issuer ? inLang(issuer.licence, lang) : null}</p>
            <figure>
              <figcaption>{t.scan}</figcaption>
              <svg viewBox={`0 0 ${qr.size} ${qr.size}`} shapeRendering="crispEdges" role="img" aria-label={t.scan}>
                <path d={qr.path} />
              </svg>
            </figure>
          </footer>
        </main>
      </div>
    ),
  })
}
