import type { InstituteInfo } from '../../features/pages/contract.ts'
import { mailLink, phoneLink, whatsappLink } from '../../links.ts'
import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import LanguageLink from './language-link.tsx'
import styles from './top-bar.module.css'
import { useSecondLinks } from './use-second-links.ts'

/** Contacts and secondary links; on a phone they are in the menu and the footer. */
export default function TopBar({ institute }: { institute: InstituteInfo | null }) {
  const t = useTexts('shell')
  const second = useSecondLinks(institute)
  return (
    <nav aria-label={t.topBar} className={styles.bar}>
      <Container className={styles.row}>
        {institute ? (
          <ul className={styles.group}>
            <li>
              <a href={phoneLink(institute.phone)} aria-label={`${t.phone}: ${institute.phone}`}>
                <Icon name="phone" size={16} />
                <bdi dir="ltr">{institute.phone}</bdi>
              </a>
            </li>
            <li>
              <a href={mailLink(institute.email)} aria-label={`${t.email}: ${institute.email}`}>
                <Icon name="mail" size={16} />
                <bdi dir="ltr">{institute.email}</bdi>
              </a>
            </li>
            {institute.whatsapp && (
              <li>
                <a href={whatsappLink(institute.whatsapp)} rel="noopener" aria-label={t.whatsapp}>
                  <Icon name="whatsapp" size={16} />
                  <span>{t.whatsapp}</span>
                </a>
              </li>
            )}
          </ul>
        ) : null}
        <ul className={styles.group}>
          {second.map(({ to, label, isForWide }) => (
            <li key={to} className={isForWide ? styles.wide : undefined}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
          <li>
            <LanguageLink />
          </li>
        </ul>
      </Container>
    </nav>
  )
}
