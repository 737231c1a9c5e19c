/** What became of an invoice or note at the tax authority, on its page at the desk. */

import type { EInvoice } from '../../features/e-invoicing/contract.ts'
import { formatNumber } from '../../locales/format.ts'
import { useLang } from '../../locales/texts.tsx'
import { deskLink } from '../desk-links.ts'
import { useDeskTexts } from '../texts.tsx'
import { Command, Commands } from '../ui/command.tsx'
import { Moment } from '../ui/moment.tsx'
import { Facts, Panel } from '../ui/panel.tsx'
import styles from './document-panel.module.css'
import { MessageText, StateBadge } from './state-badge.tsx'

export function DocumentPanel({ number, attempts }: { number: string; attempts: readonly EInvoice[] }) {
  const { record: t } = useDeskTexts('eInvoicing')
  const lang = useLang()
  const [latest, ...earlier] = attempts
  if (!latest) return null
  const xml = deskLink(lang, `e-invoicing/${number}/xml`)
  return (
    <Panel title={t.title} actions={latest.hasXml ? <a href={xml}>{t.xml}</a> : null}>
      <Attempt attempt={latest} />
      {earlier.map((attempt) => (
        <section key={attempt.attempt} className={styles.earlier}>
          <h3>{t.earlier(attempt.attempt)}</h3>
          <Attempt attempt={attempt} />
        </section>
      ))}
    </Panel>
  )
}

function Attempt({ attempt }: { attempt: EInvoice }) {
  const { record: t, list, types, failures } = useDeskTexts('eInvoicing')
  const { state, isStandard, counter, decidedAt, tries, nextTryAt, lastFailure, wasReported, warnings, errors } =
    attempt
  return (
    <>
      <Facts
        facts={[
          [list.state, <StateBadge key="state" state={state} />],
          [list.kind, isStandard ? types.standard : types.simplified],
          [t.counter, counter === null ? null : formatNumber(counter)],
          [t.decided, decidedAt ? <Moment key="decided" iso={decidedAt} /> : null],
          [t.tries, state === 'waiting' && tries > 0 ? formatNumber(tries) : null],
          [t.next, nextTryAt ? <Moment key="next" iso={nextTryAt} /> : null],
          [t.lastFailure, lastFailure ? <bdi key="failure">{failures[lastFailure] ?? lastFailure}</bdi> : null],
        ]}
      />
      {wasReported ? <p>{t.reported}</p> : null}
      <Messages title={t.errors} messages={errors} />
      <Messages title={t.warnings} messages={warnings} />
    </>
  )
}

function Messages({ title, messages }: { title: string; messages: EInvoice['errors'] }) {
  if (messages.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles.messages}>
        {messages.map((message) => (
          <li key={`${message.code} ${message.message}`}>
            <MessageText message={message} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The next action: send again what waits or was refused, or say that warnings were seen. */
export function DocumentCommands({ attempts }: { attempts: readonly EInvoice[] }) {
  const { record: t } = useDeskTexts('eInvoicing')
  const [latest] = attempts
  if (!latest) return null
  const { state, isSeen } = latest
  if (state === 'waiting' || state === 'refused') {
    const [title, happens] = state === 'waiting' ? [t.send, t.sendHappens] : [t.again, t.againHappens]
    return (
      <Commands>
        <Command intent="sendToAuthority" title={title} happens={happens} submit={title} isOpen={state === 'refused'} />
      </Commands>
    )
  }
  if (state !== 'warned' || isSeen) return null
  return (
    <Commands>
      <Command intent="seeWarnings" title={t.seen} happens={t.warnings} submit={t.seen} />
    </Commands>
  )
}
