import { Form, Link, useLoaderData } from 'react-router'
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
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import type { PayoutFile } from '../contract.ts'
import styles from './payouts.module.css'

export const loader = deskLoader(({ api }, { params }) => api.payouts.payoutFile({ id: params.id ?? '' }))

export const action = deskAction({
  columns: async ({ api, lang }, form, { params }) => {
    const id = params.id ?? ''
    const named = [...form].flatMap(([name, value]) =>
      name.startsWith('columns.') && typeof value === 'string' ? [[name.slice('columns.'.length), value]] : [],
    )
    await api.payouts.nameReportColumns({ id, columns: Object.fromEntries(named) } as never)
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
      {file.unread ? <NameColumns unread={file.unread} /> : null}
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
      {file.errorCount > 0 ? (
        <Panel title={t.file.errors}>
          <p>{t.file.errorsLead}</p>
          {file.errorCount > file.errors.length ? (
            <p>{t.file.errorsShown(formatNumber(file.errors.length), formatNumber(file.errorCount))}</p>
          ) : null}
          <ul className={styles.errors}>
            {file.errors.map(({ place, problem, text }) => (
              <li key={place}>
                {t.file.row(formatNumber(place))}: {t.file.problems[problem]} <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </>
  )
}

function NameColumns({ unread }: { unread: NonNullable<PayoutFile['unread']> }) {
  const t = useDeskTexts('payouts').file
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('columns')
  const typed = typedIn('columns')
  const options = [
    { value: '', label: t.noColumn },
    ...unread.header.filter(Boolean).map((name) => ({ value: name, label: name })),
  ]
  const labels = Object.fromEntries(Object.entries(t.roles).map(([role, label]) => [`columns.${role}`, label]))
  return (
    <Panel title={t.columns}>
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
      <Form method="post" className={styles.form} noValidate>
        <FormErrors failure={failure} labels={labels} />
        <div className={styles.fields}>
          {Object.entries(t.roles).map(([role, label]) => (
            <SelectField
              key={role}
              name={`columns.${role}`}
              label={label}
              options={options}
              defaultValue={typed[`columns.${role}`] ?? unread.proposed[role as keyof typeof t.roles] ?? ''}
              errors={failure?.fields[`columns.${role}`]}
              required={role === 'day' || role === 'amount'}
            />
          ))}
        </div>
        <div>
          <SubmitButton name="intent" value="columns">
            {t.read}
          </SubmitButton>
        </div>
      </Form>
    </Panel>
  )
}
