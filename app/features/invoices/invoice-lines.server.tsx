/** The table of an invoice's lines. */
import { formatDay } from '../../locales/format.ts'
import type { Lang } from '../../locales/lang.ts'
import { Amount, Both, Code, Label, TEXTS, type Texts } from './invoice-parts.server.tsx'
import type { InvoiceView } from './invoice-views.server.ts'

type Line = InvoiceView['lines'][number]
type Column = keyof Texts['columns']

/** Left out where the seller is not registered for VAT. */
const VAT_COLUMNS: Column[] = ['net', 'rate', 'vat']

export function Lines({ lines, seller }: InvoiceView) {
  const hasDiscount = lines.some(({ discountHalalas }) => discountHalalas > 0)
  const columns = (['price', 'discount', 'net', 'rate', 'vat', 'total'] as const).filter(
    (column) => (column !== 'discount' || hasDiscount) && (seller.vatNumber !== null || !VAT_COLUMNS.includes(column)),
  )
  const columnText = (texts: Texts, column: Column) =>
    seller.vatNumber === null && (column === 'price' || column === 'total')
      ? texts.plain.columns[column]
      : texts.columns[column]
  return (
    <table>
      <thead>
        <tr>
          <th scope="col" className="what">
            <Label of={(texts) => texts.description} />
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="sum">
              <Label of={(texts) => columnText(texts, column)} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.description.ar} ${line.run?.startsAt}`}>
            <td className="what">
              <Description {...line} />
            </td>
            {columns.map((column) => (
              <td key={column} className="sum">
                <span className="label" aria-hidden="true">
                  <Label of={(texts) => columnText(texts, column)} />
                </span>
                <Value line={line} column={column} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ line, column }: { line: Line; column: Column }) {
  if (column === 'rate') return <Code>{`${line.vatRatePercent}%`}</Code>
  return <Amount halalas={line[`${column}Halalas`]} />
}

function Description({ description, run, seats, part, priceHalalas, couponCode, vatTreatment, vatReason }: Line) {
  const dates = (lang: Lang) =>
    run ? `${formatDay(run.startsAt, lang)} – ${formatDay(run.endsAt, lang)}` : TEXTS[lang].recorded
  return (
    <>
      <b>
        <Both text={description} />
      </b>
      <span className="small dates">
        <Both text={{ ar: dates('ar'), en: dates('en') }} />
      </span>
      {seats !== undefined && (
        <span className="small">
          <Code>{String(seats)}</Code> <Label of={(texts) => texts.seats} /> ×{' '}
          <Amount halalas={Math.round(priceHalalas / seats)} />
        </span>
      )}
      {part && (
        <span className="small">
          <Both text={{ ar: TEXTS.ar.part(part.number, part.count), en: TEXTS.en.part(part.number, part.count) }} />{' '}
          <Amount halalas={part.ofHalalas} />
        </span>
      )}
      {couponCode && (
        <span className="small">
          <Label of={(texts) => texts.coupon} />: <Code>{couponCode}</Code>
        </span>
      )}
      {vatTreatment !== 'standard' && vatTreatment !== 'none' && (
        <span className="small">
          <Label of={(texts) => texts.treatments[vatTreatment]} />
        </span>
      )}
      {vatReason && (
        <span className="small">
          <Label of={(texts) => texts.vatReason} />: <Both text={vatReason} />
        </span>
      )}
    </>
  )
}
