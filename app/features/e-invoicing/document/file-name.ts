/** The name under which a document is kept and handed over. Source: ZATCA, XML Implementation Standard. */
import { localTimeOf } from '../../../platform/days.ts'

/** Such as `310122393500003_20261122T140509_INV-000123.xml`. */
export function fileNameOf({
  vatNumber,
  issuedAt,
  number,
}: {
  vatNumber: string
  issuedAt: Date
  number: string
}): string {
  return `${vatNumber}_${localTimeOf(issuedAt).replace(/[-:]/g, '')}_${number.replace(/[^A-Za-z0-9]/g, '-')}.xml`
}
