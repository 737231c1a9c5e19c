/** A person's data as one page for a browser. */
import { InlineStyle, renderDocument } from '../../html/document.server.tsx'
import type { Lang } from '../../locales/lang.ts'
import { BRAND_COLOURS } from '../../ui/brand-colours.ts'
import type { Table } from './table.ts'

/** @param none the text of a table without rows */
export function exportHtml(title: string, tables: Table[], none: string, lang: Lang): string {
  const body = (
    <>
      <h1>{title}</h1>
      {tables.map((table) => (
        <Section key={table.name} table={table} none={none} />
      ))}
    </>
  )
  return renderDocument({ lang, title, head: <InlineStyle css={STYLE} />, body })
}

function Section({ table: { title, columns, rows }, none }: { table: Table; none: string }) {
  return (
    <section>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p>{none}</p>
      ) : (
        <div>
          <table>
            <thead>
              <Row texts={columns} cell="th" />
            </thead>
            <tbody>
              {rows.map((texts, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows may be the same, and are rendered once
                <Row key={index} texts={texts} cell="td" />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Row({ texts, cell: Cell }: { texts: string[]; cell: 'th' | 'td' }) {
  return (
    <tr>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells may be the same, and are rendered once
        <Cell key={index} dir="auto">
          {text}
        </Cell>
      ))}
    </tr>
  )
}

const { ink, line, muted, paper } = BRAND_COLOURS

const STYLE =
  `body{font:16px/1.7 "Readex Pro",Tahoma,Arial,sans-serif;color:${ink};background:${paper};max-width:70rem;margin:2rem auto;padding:0 1.25rem}` +
  'h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem}div{overflow-x:auto}table{border-collapse:collapse;width:100%}' +
  `th,td{text-align:start;vertical-align:top;padding:.5rem .75rem;border-bottom:1px solid ${line};white-space:pre-line}th{color:${muted}}`
