import { NavLink } from 'react-router'
import { linksFor } from '../links.ts'
import { useLang, useTexts } from '../locales/texts.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Container } from '../ui/container.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import AccountMenu from './account-menu.tsx'
import Brand from './brand.tsx'
import LanguageLink from './language-link.tsx'
import MobileMenu from './mobile-menu.tsx'
import styles from './navbar.module.css'
import ProgramLinks from './program-links.tsx'
import type { HeaderData } from './shell-data.ts'
import { useMainLinks } from './use-main-links.ts'

export default function Navbar({ institute, specializations, visitor }: HeaderData) {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  const mainLinks = useMainLinks()
  return (
    <header className={styles.header}>
      <Container className={styles.row}>
        <Brand />
        <nav aria-label={t.mainNavigation} className={styles.nav}>
          <ul className={styles.links}>
            {specializations.length > 0 ? (
              <li>
                <Menu
                  className={styles.programs}
                  summary={
                    <>
                      {t.programs}
                      <Icon name="chevron-down" size={16} />
                    </>
                  }
                >
                  <ProgramLinks specializations={specializations} />
                </Menu>
              </li>
            ) : null}
            {mainLinks.map(({ to, label, end }) => (
              <li key={to}>
                <NavLink to={to} end={end}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.account}>
          <LanguageLink className={styles.language} />
          {visitor ? (
            <AccountMenu visitor={visitor} />
          ) : (
            <div className={styles.doors}>
              <ButtonLink to={links.login()} variant="quiet" size="small">
                {t.login}
              </ButtonLink>
              <ButtonLink to={links.accounts()} size="small">
                {t.createAccount}
              </ButtonLink>
            </div>
          )}
          <MobileMenu institute={institute} specializations={specializations} visitor={visitor} />
        </div>
      </Container>
    </header>
  )
}
