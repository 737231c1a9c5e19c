import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, useCommandField } from '../../../desk/ui/command.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { formatDay } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import type { Lead } from '../contract.ts'
import styles from './enquiry-page.module.css'
import { OfSenderList } from './of-sender-list.tsx'

/** Where the conversation goes on. */
export function MergedInto({ reference }: { reference: string | undefined }) {
  const t = useDeskTexts('enquiries').merging
  const lang = useLang()
  if (!reference) return null
  return (
    <Alert kind="info">
      {t.mergedInto}{' '}
      <Link to={deskLink(lang, `enquiries/${reference}`)}>
        <bdi>{reference}</bdi>
      </Link>
    </Alert>
  )
}

/** What was merged into this one, as it was sent, and what else the sender wrote. */
export function SenderPanels({ enquiry: { merged, ofSender } }: { enquiry: Lead }) {
  const t = useDeskTexts('enquiries').merging
  const { kinds } = useDeskTexts('people')
  return (
    <>
      {merged.map(({ reference, kind, facts, ...one }) => (
        <Panel key={reference} title={t.mergedHere(kinds[kind])}>
          <OfSenderList enquiries={[{ reference, kind, ...one }]} />
          <Facts
            facts={facts.map(
              ({ name, label, value }) =>
                [
                  label,
                  <bdi key={name} className={styles.value}>
                    {value}
                  </bdi>,
                ] as const,
            )}
          />
        </Panel>
      ))}
      {ofSender.length > 0 ? (
        <Panel title={t.ofSender}>
          <OfSenderList enquiries={ofSender} />
        </Panel>
      ) : null}
    </>
  )
}

export function MergeCommand({ enquiry: { ofSender, email } }: { enquiry: Lead }) {
  const t = useDeskTexts('enquiries').merging
  const { kinds } = useDeskTexts('people')
  const field = useCommandField('merge')
  const lang = useLang()
  if (ofSender.length === 0 || !email) return null
  return (
    <Command intent="merge" title={t.title} happens={t.happens} submit={t.submit} labels={{ into: t.into }}>
      <SelectField
        {...field('into')}
        label={t.into}
        required
        options={ofSender.map(({ reference, kind, receivedAt }) => ({
          value: reference,
          label: `${reference} · ${kinds[kind]} · ${formatDay(receivedAt, lang)}`,
        }))}
      />
    </Command>
  )
}
