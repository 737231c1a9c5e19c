import { Form } from 'react-router'
import { formatDay } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Card } from '../../ui/content/card.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { ProviderMark } from '../accounts/providers/provider-mark.tsx'
import styles from './connection-cards.module.css'
import type { Connection, Provider } from './contract.ts'

export function ConnectionList({ connections }: { connections: Connection[] }) {
  const t = useTexts('socialSignIn').connections
  return (
    <Card as="section" aria-labelledby="connections-title" className={styles.card}>
      <h3 id="connections-title">{t.yours}</h3>
      {connections.length === 0 ? (
        <p className={styles.none}>{t.none}</p>
      ) : (
        <ul className={styles.list}>
          {connections.map((connection) => (
            <ConnectionRow key={connection.id} connection={connection} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function ConnectionRow({ connection }: { connection: Connection }) {
  const { id, provider, name, email, linkedAt, lastUsedAt } = connection
  const t = useTexts('socialSignIn').connections
  const lang = useLang()
  return (
    <li className={styles.row}>
      <span className={styles.mark}>
        <ProviderMark id={provider} size={22} />
      </span>
      <div className={styles.facts}>
        <h4>
          <bdi>{name}</bdi>
        </h4>
        {email ? (
          <p>
            <bdi dir="ltr">{email}</bdi>
          </p>
        ) : null}
        <p>
          {t.linked} <time dateTime={linkedAt}>{formatDay(linkedAt, lang)}</time>
          {lastUsedAt ? (
            <>
              {' · '}
              {t.used} <time dateTime={lastUsedAt}>{formatDay(lastUsedAt, lang)}</time>
            </>
          ) : null}
        </p>
      </div>
      <Form method="post" preventScrollReset>
        <SubmitButton variant="quiet" size="small" name="disconnect" value={id} aria-label={t.disconnectNamed(name)}>
          {t.disconnect}
        </SubmitButton>
      </Form>
    </li>
  )
}

export function AddConnections({ providers }: { providers: Provider[] }) {
  const t = useTexts('socialSignIn').connections
  return (
    <Card as="section" aria-labelledby="add-title" className={styles.card}>
      <h3 id="add-title">{t.add}</h3>
      <Form method="post" className={styles.buttons} preventScrollReset>
        {providers.map(({ id, name }) => (
          <SubmitButton key={id} variant="quiet" name="connect" value={id}>
            <ProviderMark id={id} />
            <span>
              {t.connect} <bdi>{name}</bdi>
            </span>
          </SubmitButton>
        ))}
      </Form>
    </Card>
  )
}

/** Redirects to the provider; the link is for browsers that do not follow. */
export function ProviderRedirect({ provider, url }: { provider: Provider; url: string }) {
  const t = useTexts('socialSignIn').connections
  return (
    <Card className={styles.card}>
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <p role="status">
        {t.going.before}
        <bdi>{provider.name}</bdi>
        {t.going.after}
      </p>
      <p>
        <a href={url}>
          {t.goOn} <bdi>{provider.name}</bdi>
        </a>
      </p>
    </Card>
  )
}
