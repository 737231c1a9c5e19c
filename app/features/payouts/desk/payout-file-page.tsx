import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ColumnsForm, namedColumns, RowErrors } from '../../../desk/ui/lists/unread-table.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PayoutFile } from '../contract.ts'

export const loader = deskLoader(({ api }, { params }) => api.payouts.payoutFile({ id: params.id ?? '' }))

export const action = deskAction({
  columns: async ({ api, lang }, form, { params }) => {
    const id = params.id ?? ''
    await api.payouts.nameReportColumns({ id, columns: namedColumns(form) } as never)
    return { to: deskLink(lang, `payouts/files/${id}`) }
  },
})

export const meta = deskMeta<'payouts', PayoutFile>('payouts', (t, file) => file?.fileName ?? t.title)

export default function PayoutFilePage() {
  const t = useDeskTexts('payouts')
  const lang = useLang()
  const file = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={<bdi>{file.fileName}</bdi>} above={{ title: t.title, path: 'payouts' }} />
      {file.unread ? (
        <Panel title={t.file.columns}>
          <ColumnsForm
            unread={file.unread}
            texts={{ ...t.file, lead: t.file.columnsLead, submit: t.file.read }}
            required={['day', 'amount']}
          />
        </Panel>
      ) : null}
      <Panel title={t.file.name}>
        <Facts
          facts={[
            [t.file.importedAt, <Moment key="at" iso={file.importedAt} />],
            [t.file.importedBy, file.importedBy],
            [t.lines, formatNumber(file.lines)],
            [t.file.known, formatNumber(file.knownLines)],
          ]}
        />
        {file.payouts.length > 0 ? (
          <>
            <p>{t.file.payouts}</p>
            <ul>
              {file.payouts.map(({ id, reference }) => (
                <li key={id}>
                  <Link to={deskLink(lang, `payouts/${id}`)}>
                    <bdi>{reference}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </Panel>
      <RowErrors errors={file.errors} count={file.errorCount} texts={t.file} />
    </>
  )
}
