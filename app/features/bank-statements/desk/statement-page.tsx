import { Form, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import type { StatementView } from '../contract.ts'
import styles from './bank.module.css'

export const loader = deskLoader(({ api }, { params }) => api.bankStatements.bankStatement({ id: params.id ?? '' }))

export const action = deskAction({
  columns: async ({ api, lang }, form, { params }) => {
    const id = params.id ?? ''
    const named = [...form].flatMap(([name, value]) =>
      name.startsWith('columns.') && typeof value === 'string' ? [[name.slice('columns.'.length), value]] : [],
    )
    const dayOrder = String(form.get('dayOrder') ?? '')
    await api.bankStatements.nameColumns({ id, columns: Object.fromEntries(named), dayOrder } as never)
    return { to: deskLink(lang, `transfers/statements/${id}`) }
  },
})

export const meta = deskMeta<'bank', StatementView>('bank', (t, statement) => statement?.fileName ?? t.statements)

export default function StatementPage() {
  const t = useDeskTexts('bank')
  const lang = useLang()
  const statement = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={<bdi>{statement.fileName}</bdi>} above={{ title: t.statements, path: 'transfers/statements' }}>
        {statement.open > 0 ? (
          <ButtonLink to={deskLink(lang, 'transfers/bank', { statementId: statement.id })} icon="coins">
            {t.title}
          </ButtonLink>
        ) : null}
      </DeskHead>
      {statement.unread ? <ColumnsPanel statement={statement} unread={statement.unread} /> : null}
      <Panel title={t.name}>
        <Facts
          facts={[
            [
              t.account,
              statement.account && (
                <bdi key="account" dir="ltr">
                  {statement.account}
                </bdi>
              ),
            ],
            [t.importedAt, <Moment key="at" iso={statement.importedAt} />],
            [t.importedBy, statement.importedBy],
            [t.lines, formatNumber(statement.lines)],
            [t.known, formatNumber(statement.knownLines)],
            [t.open, formatNumber(statement.open)],
          ]}
        />
      </Panel>
      {statement.errors.length > 0 ? (
        <Panel title={t.errors}>
          <p>{t.errorsLead}</p>
          {statement.errorCount > statement.errors.length ? (
            <p>{t.errorsShown(formatNumber(statement.errors.length), formatNumber(statement.errorCount))}</p>
          ) : null}
          <ul className={styles.errors}>
            {statement.errors.map(({ place, problem, text }) => (
              <li key={`${place} ${problem}`}>
                {t.row(formatNumber(place))}: {t.problems[problem]} <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </>
  )
}

function ColumnsPanel({
  statement,
  unread,
}: {
  statement: StatementView
  unread: NonNullable<StatementView['unread']>
}) {
  const t = useDeskTexts('bank')
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('columns')
  const typed = typedIn('columns')
  const options = [
    { value: '', label: t.noColumn },
    ...unread.header.filter(Boolean).map((name) => ({ value: name, label: name })),
  ]
  return (
    <Panel title={t.columns}>
      {unread.missing.length > 0 ? (
        <Alert kind="warning">
          {t.renamed} <bdi>{unread.missing.join('، ')}</bdi>
        </Alert>
      ) : null}
      <p>{t.columnsLead}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keyboard */}
      <section className={styles.sample} aria-label={t.sample} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {unread.header.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns can have equal names and do not move
                <th key={index} scope="col">
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {unread.rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key and do not move
              <tr key={row}>
                {cells.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other key and do not move
                  <td key={index}>
                    <bdi>{cell}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Form method="post" className={styles.form} noValidate key={statement.id}>
        <FormErrors failure={failure} labels={{ 'columns.day': t.roles.day, 'columns.amount': t.roles.amount }} />
        <div className={styles.fields}>
          {Object.entries(t.roles).map(([role, label]) => (
            <SelectField
              key={role}
              name={`columns.${role}`}
              label={label}
              options={options}
              defaultValue={typed[`columns.${role}`] ?? unread.proposed[role as keyof typeof t.roles] ?? ''}
              errors={failure?.fields[`columns.${role}`]}
              required={role === 'day'}
            />
          ))}
          <SelectField
            name="dayOrder"
            label={t.dayOrder}
            options={Object.entries(t.dayOrders).map(([value, label]) => ({ value, label }))}
            defaultValue={typed.dayOrder ?? unread.dayOrder}
          />
        </div>
        <div>
          <SubmitButton name="intent" value="columns">
            {t.readColumns}
          </SubmitButton>
        </div>
      </Form>
    </Panel>
  )
}
