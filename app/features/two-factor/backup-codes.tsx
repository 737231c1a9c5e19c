import { useEffect, useRef, useState } from 'react'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { accountLinksFor } from '../accounts/account-links.ts'
import { sectionAddress } from '../profile/profile-sections.ts'
import styles from './backup-codes.module.css'

/** New backup codes, shown only once: to be copied, saved as a file, or printed. */
export function BackupCodes({ codes }: { codes: string[] }) {
  const t = useTexts('twoFactor').codes
  const lang = useLang()
  const scripts = useScripts()
  const [copied, setCopied] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // They are never shown again, and the page was scrolled to the button that was pressed.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [])
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      // The browser refused: the codes can still be selected, saved as a file or printed.
      () => setCopied(false),
    )
  return (
    <Card as="section" aria-labelledby="codes-title" className={styles.sheet}>
      <div>
        <h3 id="codes-title" tabIndex={-1} ref={heading}>
          {t.title}
        </h3>
        <p>{t.lead}</p>
      </div>
      <ol className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>
              {code.slice(0, 4)} {code.slice(4)}
            </code>
          </li>
        ))}
      </ol>
      <div className={styles.buttons}>
        {/* A plain form, not the router's: the browser saves the response as a file. */}
        <form method="post" action={accountLinksFor(lang).backupCodesFile}>
          {codes.map((code) => (
            <input key={code} type="hidden" name="code" value={code} />
          ))}
          <Button type="submit" variant="quiet" icon="download">
            {t.download}
          </Button>
        </form>
        {scripts ? (
          <>
            {/* Browsers provide the clipboard over HTTPS only. */}
            {'clipboard' in navigator ? (
              <Button variant="quiet" onClick={copy}>
                {copied ? <Icon name="check" /> : null}
                <span role="status">{copied ? t.copied : t.copy}</span>
              </Button>
            ) : null}
            <Button variant="quiet" icon="print" onClick={() => window.print()}>
              {t.print}
            </Button>
          </>
        ) : null}
      </div>
      <ButtonLink to={sectionAddress('two-factor', lang)} className={styles.saved}>
        {t.saved}
      </ButtonLink>
    </Card>
  )
}
