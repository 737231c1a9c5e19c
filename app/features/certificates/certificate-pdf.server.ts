/** A certificate as PDF, on one sheet and in one language. */
import { certificatePaper as ar } from '../../locales/ar/certificate-paper.ts'
import { certificatePaper as en } from '../../locales/en/certificate-paper.ts'
import { formatDay } from '../../locales/format.ts'
import { keepSigns } from '../../locales/keep-signs.ts'
import { dirOf, type Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { type Box, createSheet, type Sheet, type Text } from '../../platform/pdf/sheet.server.ts'
import { COLOURS, markPicture } from '../printed-documents/printed-documents.server.ts'
import type { CheckedCertificate } from './contract.ts'
import type { Issuer } from './queries.server.ts'

const TEXTS = { ar, en }

const { deep, gold, ink, line, muted, pine } = COLOURS

/** In points, as all lengths here. */
const MARK_SIZE = 42
const QR_SIZE = 72
const MARGIN_X = 86
const TOP = 58
const BOTTOM = 54
const BORDERS = [
  { inset: 27, thickness: 3.4, colour: deep },
  { inset: 35, thickness: 1.1, colour: gold },
]
/** Of the large letters, until everything stays on the sheet. */
const SCALES = [1, 0.85, 0.7, 0.55]

type Paper = {
  sheet: Sheet
  certificate: CheckedCertificate & { name: string }
  issuer: Issuer | undefined
  t: typeof ar
  lang: Lang
}

export async function certificatePdf(
  certificate: Paper['certificate'],
  issuer: Issuer | undefined,
  lang: Lang,
): Promise<Buffer> {
  const t = TEXTS[lang]
  // A recorded course has no dates, and nobody attended it.
  const title = certificate.startsAt ? t.title : t.titleOfLessons
  const sheet = createSheet({
    ...{ lang, direction: dirOf(lang), at: new Date(certificate.issuedAt), isLandscape: true },
    title: `${title} ${certificate.number}`,
  })
  const paper: Paper = { sheet, certificate, issuer, t, lang }
  const width = sheet.pageWidth - 2 * MARGIN_X
  const foot = footBox(paper)
  const footTop = sheet.pageHeight - BOTTOM - foot.heightAt(width)
  const mark = await markPicture()
  const bodies = SCALES.map((scale) => bodyBox(paper, title, mark, scale))
  const body = bodies.find((box) => TOP + box.heightAt(width) <= footTop) ?? bodies.at(-1)!
  for (const { inset, thickness, colour } of BORDERS) sheet.border(inset, thickness, colour)
  const free = Math.max(0, footTop - TOP - body.heightAt(width))
  sheet.placeAt(body, { x: MARGIN_X, top: TOP + free / 2, width })
  sheet.placeAt(foot, { x: MARGIN_X, top: footTop, width })
  return sheet.finish()
}

function bodyBox({ sheet, certificate, issuer, t, lang }: Paper, title: string, mark: Buffer, scale: number): Box {
  const { name, course, hours, startsAt, endsAt } = certificate
  const institute = issuer ? inLang(issuer.name, lang) : ''
  const facts = [
    ...(hours > 0 ? [t.hours(hours)] : []),
    ...(startsAt && endsAt ? [t.days(formatDay(startsAt, lang), formatDay(endsAt, lang))] : []),
  ]
  const centred = (text: string, size: number, style: Pick<Text['style'], 'weight' | 'colour'>, isName = false) =>
    sheet.text(
      { text: keepSigns(text), style: { ...style, size }, ...(isName ? { isolate: 'auto' } : {}) },
      { align: 'center', leading: 1.45 },
    )
  const quiet = { weight: 'regular', colour: muted } as const
  return sheet.stack([
    inTheMiddle(sheet, sheet.picture(mark, MARK_SIZE, institute), MARK_SIZE),
    gap(sheet, 4),
    centred(institute, 14, { weight: 'semibold', colour: deep }, true),
    gap(sheet, 12),
    sheet.text(
      { text: title, style: { weight: 'semibold', size: 30, colour: deep } },
      { align: 'center', tag: 'H1', leading: 1.4 },
    ),
    gap(sheet, 4),
    inTheMiddle(sheet, sheet.rule(2.2, gold), 96),
    gap(sheet, 14),
    centred(t.given(institute), 13, quiet),
    centred(name, 27 * scale, { weight: 'semibold', colour: pine }, true),
    gap(sheet, 4),
    centred(startsAt ? t.attended : t.completed, 13, quiet),
    centred(course, 19 * scale, { weight: 'medium', colour: ink }, true),
    gap(sheet, 4),
    centred(facts.join(' · '), 12, quiet),
  ])
}

function footBox({ sheet, certificate, issuer, t, lang }: Paper): Box {
  const small = { weight: 'regular', size: 9, colour: muted } as const
  const value = { weight: 'medium', size: 10.5, colour: ink } as const
  const { number, issuedAt, qr } = certificate
  const facts = sheet.stack([
    sheet.text({ text: t.number, style: small }),
    sheet.text({ text: number, style: value, isolate: 'ltr' }),
    gap(sheet, 4),
    sheet.text({ text: t.issued, style: small }),
    sheet.text({ text: formatDay(issuedAt, lang), style: value }),
  ])
  const licence = sheet.text({ text: issuer ? inLang(issuer.licence, lang) : '', style: small }, { align: 'center' })
  const cells = [
    { box: facts, width: 150 },
    { box: licence },
    { box: sheet.text({ text: t.scan, style: small }, { align: 'end' }), width: 104 },
    { box: sheet.path(qr.path, qr.size, QR_SIZE, t.scan), width: QR_SIZE },
  ]
  return sheet.stack([sheet.rule(0.8, line), sheet.row(cells, { gap: 12, align: 'middle' })], 10)
}

const gap = (sheet: Sheet, height: number): Box => ({ ...sheet.stack([]), heightAt: () => height })

const inTheMiddle = (sheet: Sheet, box: Box, width: number) =>
  sheet.row([{ box: sheet.stack([]) }, { box, width }, { box: sheet.stack([]) }])
