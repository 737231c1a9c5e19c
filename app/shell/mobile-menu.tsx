import { NavLink } from 'react-router'
import { linksFor } from '../links.ts'
import { useLang, useTexts } from '../locales/texts.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { phoneLink, whatsappLink } from './contact-links.ts'
import styles from './mobile-menu.module.css'
import ProgramLinks from './program-links.tsx'
import type { HeaderData, Visitor } from './shell-data.ts'
import { useMainLinks } from './use-main-links.ts'
import VisitorEntries from './visitor-entries.tsx'

/** Everything that the two bars hold, on a narrow screen. */
export default function MobileMenu({ institute, specializations, visitor }: HeaderData) {
  const t = useTexts('shell')
  const mainLinks = useMainLinks()
  return (
    <Menu
      className={styles.menu}
      label={t.menu}
      summary={
        <>
          <Icon name="menu" size={26} />
          <Icon name="close" size={26} />
        </>
      }
    >
      <Doors visitor={visitor} />
      <nav aria-label={t.mainNavigation}>
        <ul className={styles.links}>
          {mainLinks.map(({ to, label, end }) => (
            <li key={to}>
              <NavLink to={to} end={end}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        {specializations.length > 0 ? (
          <Disclosure summary={t.programs}>
            <ProgramLinks specializations={specializations} />
          </Disclosure>
        ) : null}
        <SecondLinks />
      </nav>
      {institute ? (
        <p className={styles.contacts}>
          <a href={phoneLink(institute.phone)}>
            <Icon name="phone" />
            <bdi dir="ltr">{institute.phone}</bdi>
          </a>
          <a href={whatsappLink(institute.whatsapp)} rel="noopener">
            <Icon name="whatsapp" />
            {t.whatsapp}
          </a>
        </p>
      ) : null}
    </Menu>
  )
}

function Doors({ visitor }: { visitor: Visitor | null }) {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  if (!visitor) {
    return (
      <div className={styles.doors}>
        <ButtonLink to={links.accounts()}>{t.createAccount}</ButtonLink>
        <ButtonLink to={links.login()} variant="quiet">
          {t.login}
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className={styles.visitor}>
      <Avatar src={visitor.profilePicture} size={48} />
      <p>
        <bdi>{visitor.name}</bdi>
        <bdi dir="ltr">{visitor.email}</bdi>
      </p>
      <VisitorEntries visitor={visitor} className={styles.entry} />
    </div>
  )
}

function SecondLinks() {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  return (
    <ul className={styles.second}>
      {[
        [links.reviews, t.reviews],
        [links.partners, t.partners],
        [links.clients, t.clients],
      ].map(([to, label]) => (
        <li key={to}>
          <NavLink to={to!}>{label}</NavLink>
        </li>
      ))}
    </ul>
  )
}
