import { Link } from 'react-router'
import type { InstituteInfo } from '../features/pages/contract.ts'
import { linksFor } from '../links.ts'
import { useLang, useTexts } from '../locales/texts.tsx'
import { Container } from '../ui/container.tsx'
import { Icon } from '../ui/icon.tsx'
import { mailLink, phoneLink, whatsappLink } from './contact-links.ts'
import LanguageLink from './language-link.tsx'
import styles from './top-bar.module.css'

/** Contacts and second links; a phone finds them in its menu and the footer. */
export default function TopBar({ institute }: { institute: InstituteInfo | null }) {
  const t = useTexts('shell')
  const links = linksFor(useLang())
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
            <li>
              <a href={whatsappLink(institute.whatsapp)} rel="noopener">
                <Icon name="whatsapp" size={16} />
                {t.whatsapp}
              </a>
            </li>
          </ul>
        ) : null}
        <div className={styles.end}>
          <ul className={styles.group}>
            <li>
              <Link to={links.reviews}>{t.reviews}</Link>
            </li>
            <li>
              <Link to={links.partners}>{t.partners}</Link>
            </li>
            <li>
              <Link to={links.clients}>{t.clients}</Link>
            </li>
            <li>
              <LanguageLink />
            </li>
          </ul>
        </div>
      </Container>
    </nav>
  )
}
