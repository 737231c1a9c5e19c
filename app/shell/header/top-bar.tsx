import type { InstituteInfo } from '../../features/pages/contract.ts'
import { linksFor, mailLink, phoneLink, whatsappLink } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import LanguageLink from './language-link.tsx'
import styles from './top-bar.module.css'

/** Contacts and secondary links; on a phone they are in the menu and the footer. */
export default function TopBar({ institute }: { institute: InstituteInfo | null }) {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  const second: { to: string; label: string; isForWide?: boolean }[] = institute?.menus?.top ?? [
    { to: links.joinUs, label: t.joinUs, isForWide: true },
    { to: links.community(), label: t.community },
    { to: links.reviews, label: t.reviews },
    { to: links.partners, label: t.partners },
    { to: links.clients, label: t.clients },
  ]
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
