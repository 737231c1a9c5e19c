import { Form, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatNumber } from '../../../locales/format.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { StatementView } from '../contract.ts'
import styles from './bank.module.css'

const PATH = 'transfers/statements'

export const loader = deskLoader(async ({ api }, { request }) => {
  const query = queryOf(request)
  const { done, ...place } = query
  return { query, list: await api.bankStatements.bankStatements(place as object) }
})

export const action = deskAction({
  send: async ({ api, lang }, form) => {
    const { id } = await api.bankStatements.importStatement({ file: form.get('file') as File })
    return { to: deskLink(lang, `${PATH}/${id}`) }
  },
})

export const meta = deskMeta('bank', (t) => t.statements)

export default function StatementsPage() {
  const t = useDeskTexts('bank')
  const { transfers } = useDeskTexts('sales')
  const { query, list } = useLoaderData<typeof loader>()
  const failure = useDeskAnswer().failureOf('send')
  return (
    <>
      <DeskHead title={t.statements} lead={t.statementsLead} above={{ title: transfers.title, path: 'transfers' }} />
      {query.done === 'takenBack' ? <DoneAlert>{t.takeBack.done}</DoneAlert> : null}
      <Panel title={t.file}>
        <Form method="post" encType="multipart/form-data" className={styles.form} noValidate>
          <FormErrors failure={failure} labels={{ file: t.file }} />
          <TextField
            name="file"
            type="file"
            label={t.file}
            hint={t.fileHint}
            accept=".csv,.txt,.sta,.mt940,.940,.xml,text/csv,application/xml"
            errors={failure?.fields.file}
            required
          />
          <div>
            <SubmitButton name="intent" value="send">
              {t.send}
            </SubmitButton>
          </div>
        </Form>
      </Panel>
      <RecordList<StatementView>
        label={t.statements}
        rows={list.items}
        address={{ path: PATH, query }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        empty={<EmptyState title={t.noStatements} body={t.noStatementsBody} />}
        columns={[
          { name: 'name', title: t.name, cell: ({ fileName }) => <bdi>{fileName}</bdi> },
          { name: 'when', title: t.importedAt, cell: ({ importedAt }) => <Moment iso={importedAt} /> },
          { name: 'by', title: t.importedBy, cell: ({ importedBy }) => <bdi>{importedBy}</bdi>, wideOnly: true },
          { name: 'lines', title: t.lines, cell: ({ lines }) => formatNumber(lines), numeric: true },
          { name: 'known', title: t.known, cell: ({ knownLines }) => formatNumber(knownLines), numeric: true },
          { name: 'open', title: t.open, cell: ({ open }) => formatNumber(open), numeric: true },
          { name: 'errors', title: t.errors, cell: ({ errorCount }) => formatNumber(errorCount), numeric: true },
        ]}
      />
      <RecordListFoot
        path={PATH}
        query={query}
        total={list.totalCount}
        isCapped={list.totalIsCapped}
        next={list.next}
      />
    </>
  )
}
