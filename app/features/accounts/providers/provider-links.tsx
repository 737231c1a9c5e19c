import { useLang, useTexts } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import type { Provider } from '../../social-sign-in/contract.ts'
import { OrLine } from '../../webauthn/or-line.tsx'
import styles from './provider-links.module.css'
import { ProviderMark } from './provider-mark.tsx'
import { providerSignInUrl } from './provider-sign-in-url.ts'

/**
 * Links to sign in by a provider; renders nothing where none is configured.
 * @param or the side on which the page offers another sign-in method
 */
export function ProviderLinks({
  providers,
  returnTo,
  or,
}: {
  providers: Provider[]
  returnTo: string | undefined
  or: 'before' | 'after'
}) {
  const t = useTexts('socialSignIn')
  const lang = useLang()
  if (providers.length === 0) return null
  const divider = <OrLine>{t.or}</OrLine>
  return (
    <div className={styles.section}>
      {or === 'before' ? divider : null}
      <ul className={styles.list}>
        {providers.map(({ id, name }) => (
          <li key={id}>
            <ButtonLink to={providerSignInUrl(lang, id, returnTo)} reloadDocument variant="quiet" wide>
              <ProviderMark id={id} />
              <span>
                {t.via} <bdi>{name}</bdi>
              </span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      {or === 'after' ? divider : null}
    </div>
  )
}
