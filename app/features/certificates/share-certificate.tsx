import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { certificateAddress } from './certificate-links.ts'
import styles from './share-certificate.module.css'

type Props = {
  code: string
  number: string
  course: string
}

/**
 * Sends the address at which anybody checks the certificate: by what the device shares with, else by copying it. Without
 * scripts the address itself, as a link.
 */
export function ShareCertificate({ code, number, course }: Props) {
  const t = useTexts('certificates').share
  const scripts = useScripts()
  const [answer, setAnswer] = useState('')
  const { publicUrl = '' } = (useRouteLoaderData('root') as { publicUrl?: string } | undefined) ?? {}
  const address = publicUrl + certificateAddress(useLang(), code)
  if (!scripts)
    return (
      <span className={styles.address}>
        {t.address}{' '}
        <a href={address}>
          <bdi dir="ltr">{address}</bdi>
        </a>
      </span>
    )
  return (
    <span className={styles.share}>
      <Button
        variant="quiet"
        size="small"
        icon="link"
        aria-label={`${t.action} ${number}`}
        onClick={async () => setAnswer(t[await shared({ title: t.title(course), url: address })])}
      >
        {t.action}
      </Button>
      <span role="status" className={styles.answer}>
        {answer}
      </span>
    </span>
  )
}

async function shared(what: { title: string; url: string }): Promise<'done' | 'copied' | 'failed'> {
  try {
    if (navigator.share) {
      await navigator.share(what)
      return 'done'
    }
  } catch (error) {
    // Whoever closes the device's list has changed their mind.
    if (error instanceof DOMException && error.name === 'AbortError') return 'done'
  }
  try {
    await navigator.clipboard.writeText(what.url)
    return 'copied'
  } catch {
    return 'failed'
  }
}
