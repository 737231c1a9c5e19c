import { ORIGINAL_FIELD, VERSION_FIELD } from '../../../desk/edit-changes.ts'
import { LabelledConflicts } from '../../../desk/record/conflicts.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands } from '../../../desk/ui/command.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Contact } from '../contract.ts'
import styles from './companies.module.css'
import { contactTexts, fieldName, type Texts } from './company-form.ts'

/** The people of a company whom the institute deals with; each can be changed and removed in its place. */
export function ContactsPanel({ contacts }: { contacts: readonly Contact[] }) {
  const t = useDeskTexts('companies')
  return (
    <Panel title={t.contacts}>
      {contacts.length > 0 ? (
        <ul className={styles.contacts}>
          {contacts.map((contact) => (
            <OneContact key={`${contact.id}:${contact.version}`} contact={contact} />
          ))}
        </ul>
      ) : (
        <p>{t.noContacts}</p>
      )}
      <Commands>
        <ContactCommand intent="addContact" id="addContact" texts={{}} hidden={{}} title={t.addContact.title} />
      </Commands>
    </Panel>
  )
}

function OneContact({ contact }: { contact: Contact }) {
  const t = useDeskTexts('companies')
  const texts = contactTexts(contact)
  const contactId = String(contact.id)
  const titleOf = (command: string) => (
    <>
      {command}
      <span className="visually-hidden"> {contact.name}</span>
    </>
  )
  return (
    <li>
      <div>
        <p>
          <strong>
            <bdi>{contact.name}</bdi>
          </strong>{' '}
          {contact.isPrimary ? <Badge tone="mint">{t.primary}</Badge> : null}
        </p>
        {contact.jobTitle ? <p>{contact.jobTitle}</p> : null}
        <p>
          <a href={`mailto:${contact.email}`}>
            <bdi dir="ltr">{contact.email}</bdi>
          </a>
        </p>
        {contact.phone ? (
          <p>
            <a href={`tel:${contact.phone.replace(/[^\d+]/g, '')}`}>
              <bdi dir="ltr">{contact.phone}</bdi>
            </a>
          </p>
        ) : null}
      </div>
      <Commands>
        <ContactCommand
          intent="changeContact"
          id={`change-${contactId}`}
          texts={texts}
          hidden={{ contactId, [VERSION_FIELD]: String(contact.version), [ORIGINAL_FIELD]: JSON.stringify(texts) }}
          title={titleOf(t.changeContact.title)}
        />
        <Command
          intent="removeContact"
          id={`remove-${contactId}`}
          hidden={{ contactId }}
          title={titleOf(t.removeContact.title)}
          happens={t.removeContact.happens}
          submit={t.removeContact.submit}
        />
      </Commands>
    </li>
  )
}

function ContactCommand({
  intent,
  id,
  texts,
  hidden,
  title,
}: {
  intent: 'addContact' | 'changeContact'
  id: string
  texts: Texts
  hidden: Texts
  title: React.ReactNode
}) {
  const t = useDeskTexts('companies')
  const answer = useDeskAnswer()
  const typed = answer.typedIn(intent)
  const isMine = typed.contactId === hidden.contactId
  const failure = isMine ? answer.failureOf(intent) : undefined
  const errors = Object.fromEntries(
    Object.entries(failure?.fields ?? {}).map(([path, messages]) => [fieldName(path), messages]),
  )
  const values = failure ? { ...texts, ...typed } : texts
  const line = (name: string) => ({
    ...{ name, id: `${id}-${name}`, defaultValue: values[name], errors: errors[name], autoComplete: 'off' },
  })
  const labels = { name: t.contactName, email: t.email, phone: t.phone, jobTitle: t.jobTitle, isPrimary: t.isPrimary }
  return (
    <Command
      intent={intent}
      id={id}
      hidden={hidden}
      title={title}
      labels={Object.fromEntries(
        Object.entries(labels).flatMap(([name, label]) => [
          [name, label],
          [`changes.${name}.to`, label],
        ]),
      )}
      happens={t[intent].happens}
      submit={t[intent].submit}
    >
      <LabelledConflicts failure={failure} labels={labels} />
      <TextField {...line('name')} label={t.contactName} required />
      <TextField {...line('email')} type="email" dir="ltr" label={t.email} required />
      <TextField {...line('phone')} type="tel" dir="ltr" label={t.phone} />
      <TextField {...line('jobTitle')} label={t.jobTitle} />
      <CheckField
        name="isPrimary"
        id={`${id}-isPrimary`}
        label={t.isPrimary}
        defaultChecked={(values.isPrimary ?? '') !== ''}
      />
    </Command>
  )
}
