import { Fragment } from 'react'
import { NavLink } from 'react-router'
import { linksFor, mailLink, phoneLink, whatsappLink } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import LanguageLink from '../header/language-link.tsx'
import { useMainLinks } from '../header/use-main-links.ts'
import VisitorEntries from '../session/visitor-entries.tsx'
import { VisitorName } from '../session/visitor-name.tsx'
import { VisitorPicture } from '../session/visitor-picture.tsx'
import type { HeaderData, Visitor } from '../shell-data.ts'
import styles from './side-menu.module.css'

/** The first level: the user, the main links, and the institute's contacts. */
export default function SideMenuMain({
  institute,
  specializations,
  visitor,
  onPrograms,
}: HeaderData & { onPrograms: () => void }) {
  const t = useTexts('shell')
  const own = useTexts('sideMenu')
  const links = linksFor(useLang())
  const main = useMainLinks(institute)
  const top = institute?.menus?.top
  const second = top ?? [
    { to: links.community(), label: t.community },
    { to: links.reviews, label: t.reviews },
    { to: links.partners, label: t.partners },
    { to: links.clients, label: t.clients },
  ]
  return (
    <>
      {visitor ? <Person visitor={visitor} /> : <AuthLinks />}
      <nav aria-label={own.label}>
        <ul className={styles.entries}>
          {main.map(({ to, label }, index) => (
            <Fragment key={to}>
              <Entry to={to} end={to === links.home}>
                {label}
              </Entry>
              {index === 0 && specializations.length > 0 ? (
                <li>
                  <button type="button" data-leads-to="fields" onClick={onPrograms}>
                    {t.programs}
                    <Icon name="chevron-forward" size={18} />
                  </button>
                </li>
              ) : null}
            </Fragment>
          ))}
          {top ? null : <Entry to={links.joinUs}>{t.joinUs}</Entry>}
        </ul>
        <ul className={styles.second}>
          {second.map(({ to, label }) => (
            <Entry key={to} to={to}>
              {label}
            </Entry>
          ))}
        </ul>
      </nav>
      <ul className={styles.contacts} aria-label={t.footerContact}>
        <li>
          <LanguageLink />
        </li>
        {institute ? (
          <>
            <li>
              <a href={phoneLink(institute.phone)} aria-label={`${t.phone}: ${institute.phone}`}>
                <Icon name="phone" size={18} />
                <bdi dir="ltr">{institute.phone}</bdi>
              </a>
            </li>
            {institute.whatsapp && (
              <li>
                <a href={whatsappLink(institute.whatsapp)} rel="noopener">
                  <Icon name="whatsapp" size={18} />
                  {t.whatsapp}
                </a>
              </li>
            )}
            <li>
              <a href={mailLink(institute.email)} aria-label={`${t.email}: ${institute.email}`}>
                <Icon name="mail" size={18} />
                <bdi dir="ltr">{institute.email}</bdi>
              </a>
            </li>
          </>
        ) : null}
      </ul>
    </>
  )
}

function Entry({ to, end = false, children }: { to: string; end?: boolean; children: string }) {
  return (
    <li>
      <NavLink to={to} end={end}>
        {children}
      </NavLink>
    </li>
  )
}

function AuthLinks() {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  return (
    <div className={styles.authLinks}>
      <ButtonLink to={links.login()} variant="quiet">
        {t.login}
      </ButtonLink>
      <ButtonLink to={links.accounts()}>{t.createAccount}</ButtonLink>
    </div>
  )
}

function Person({ visitor }: { visitor: Visitor }) {
  return (
    <div className={styles.person}>
      <VisitorPicture visitor={visitor} size={52} />
      <VisitorName visitor={visitor} />
      <div>
        <VisitorEntries visitor={visitor} className={styles.personal} />
      </div>
    </div>
  )
}
