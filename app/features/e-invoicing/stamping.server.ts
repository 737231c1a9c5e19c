/** Signs documents when they are first shown or sent, and says what is printed of them. */
import type { InvoiceDocument } from '../../../db/shapes.ts'
import type { Services } from '../../platform/context.server.ts'
import { localTimeOf } from '../../platform/days.ts'
import { inRiyals } from './document/document-xml.ts'
import { fileNameOf } from './document/file-name.ts'
import { signDocument } from './document/signature.server.ts'
import { findLatestState, findToStamp, saveStamp, type ToStamp } from './queries.server.ts'
import { mayBeShared } from './sharing.ts'
import { findUnit } from './unit-queries.server.ts'
import { keyOfUnit } from './unit-secrets.server.ts'

type Issued = { id: string; number: string; issuedAt: Date; document: InvoiceDocument }
type Parts = Pick<Services, 'db' | 'settings' | 'now'>

/**
 * What is sent of a document. A simplified one is signed, once: its bytes never change afterwards. A standard one is
 * stamped by the authority.
 */
export async function stamped(
  parts: Parts,
  row: ToStamp,
  issued: Issued,
): Promise<{ sentXml: string; qr: string | null }> {
  const { db } = parts
  if (row.sentXml !== null) return { sentXml: row.sentXml, qr: row.qr }
  if (row.isStandard) return saveStamp(db, row.id, { sentXml: row.xml, qr: null })
  const unit = (await findUnit(db, row.unitId))!
  const { seller, totals } = issued.document
  const { signedXml, qr } = signDocument(
    row.xml,
    {
      ...{ sellerName: seller.name.ar, vatNumber: seller.vatNumber!, issuedAt: localTimeOf(issued.issuedAt) },
      ...{ total: inRiyals(totals.totalHalalas), vat: inRiyals(totals.vatHalalas) },
    },
    { key: await keyOfUnit(db, parts.settings, unit.id), certificate: unit.certificate!, signedAt: parts.now() },
  )
  return saveStamp(db, row.id, { sentXml: signedXml, qr })
}

export type EnclosedXml = { name: string; type: string; content: string }
export type Printed = { qr: string | null; xml?: EnclosedXml }

/**
 * What is printed on a document, and the XML that its PDF encloses: of a simplified one what was signed, of a standard one
 * what the authority has cleared, with its QR code. Everything else has the QR code of phase 1. When the unit's key cannot
 * be read, that one is printed rather than nothing.
 */
export async function printedOf({ log, ...parts }: Parts & Pick<Services, 'log'>, issued: Issued): Promise<Printed> {
  const asBefore = { qr: issued.document.qr }
  const row = await findToStamp(parts.db, issued.id)
  if (!row) return asBefore
  const name = { number: issued.number, issuedAt: issued.issuedAt, vatNumber: issued.document.seller.vatNumber! }
  const enclosed = (content: string) => ({ name: fileNameOf(name), type: 'text/xml', content })
  if (row.isStandard)
    return row.clearedXml === null ? asBefore : { qr: row.qr ?? issued.document.qr, xml: enclosed(row.clearedXml) }
  try {
    const { qr, sentXml } = await stamped(parts, row, issued)
    return { qr, xml: enclosed(sentXml) }
  } catch (error) {
    log.error({ err: error, alert: 'eInvoiceUnsigned' }, 'a document could not be signed')
    return asBefore
  }
}

/** Whether a company may be given its invoice or note already: the tax authority has to clear it before. */
export async function isShared(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { id, issuedAt }: Pick<Issued, 'id' | 'issuedAt'>,
): Promise<boolean> {
  const latest = await findLatestState(db, id)
  return latest === undefined || mayBeShared(latest, issuedAt, now())
}
