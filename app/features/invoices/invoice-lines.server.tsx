/** The table of an invoice's lines. */
import { cellOf, columnsOf, datesOf, type InvoiceView, notesOf, seatsText, TEXTS } from './invoice-content.ts'
import { Both, Code, Label, Shown } from './invoice-parts.server.tsx'

type Line = InvoiceView['lines'][number]

export function Lines(invoice: InvoiceView) {
  const columns = columnsOf(invoice)
  return (
    <table>
      <thead>
        <tr>
          <th scope="col" className="what">
            <Label of={(texts) => texts.description} />
          </th>
          {columns.map(({ key, name }) => (
            <th key={key} scope="col" className="sum">
              <Label of={name} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line) => (
          <tr key={`${line.description.ar} ${line.run?.startsAt}`}>
            <td className="what">
              <Description {...line} />
            </td>
            {columns.map((column) => (
              <td key={column.key} className="sum">
                <span className="label" aria-hidden="true">
                  <Label of={column.name} />
                </span>
                <Code>{cellOf(line, column)}</Code>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Description(line: Line) {
  const { description, seats, priceHalalas } = line
  return (
    <>
      <b>
        <Both text={description} />
      </b>
      <span className="small two-lines">
        <Both text={datesOf(line)} />
      </span>
      {seats !== undefined && (
        <span className="small two-lines">
          <Both text={seatsText(seats, priceHalalas)} />
        </span>
      )}
      {notesOf(line).map(({ name, value }) => (
        <span key={name(TEXTS.ar)} className="small">
          <Label of={name} />
          {value && (
            <>
              : <Shown value={value} />
            </>
          )}
        </span>
      ))}
    </>
  )
}
