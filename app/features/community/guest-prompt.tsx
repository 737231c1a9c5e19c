import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './guest-prompt.module.css'

/** Invites a guest to sign in; the sign-in returns to this page. */
export function GuestPrompt({ returnTo }: { returnTo: string }) {
  const t = useTexts('community')
  const links = linksFor(useLang())
  return (
    <section className={styles.prompt} aria-labelledby="guest">
      <h2 id="guest" className={styles.title}>
        {t.guestTitle}
      </h2>
      <p>{t.guestBody}</p>
      <p className={styles.actions}>
        <ButtonLink to={links.login(returnTo)} size="small">
          {t.login}
        </ButtonLink>
        <ButtonLink to={links.accounts(returnTo)} size="small" variant="quiet">
          {t.signUp}
        </ButtonLink>
      </p>
    </section>
  )
}
