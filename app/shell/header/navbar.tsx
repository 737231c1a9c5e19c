import { Fragment, useRef } from 'react'
import { NavLink } from 'react-router'
import { HeaderSearch } from '../../features/search/header-search.tsx'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/layout/container.tsx'
import Brand from '../brand.tsx'
import AccountMenu from '../session/account-menu.tsx'
import type { HeaderData } from '../shell-data.ts'
import MobileMenu from '../side-menu/mobile-menu.tsx'
import LanguageLink from './language-link.tsx'
import styles from './navbar.module.css'
import ProgramLinks from './program-links.tsx'
import ProgramsMenu from './programs-menu.tsx'
import { useHeaderParts } from './use-header-parts.ts'
import { useMainLinks } from './use-main-links.ts'

export default function Navbar({ institute, specializations, visitor }: HeaderData) {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  const mainLinks = useMainLinks(institute)
  const header = useRef<HTMLElement>(null)
  const parts = useHeaderParts(header)
  const Programs = parts?.ProgramsPanel ?? ProgramLinks
  return (
    <>
      <header className={styles.header} ref={header}>
        <Container className={styles.row}>
          <Brand />
          <nav aria-label={t.mainNavigation} className={styles.nav}>
            <ul className={styles.links}>
              {mainLinks.map(({ to, label }, index) => (
                <Fragment key={to}>
                  <li>
                    <NavLink to={to} end={to === links.home}>
                      {label}
                    </NavLink>
                  </li>
                  {index === 0 && specializations.length > 0 ? (
                    <li>
                      <ProgramsMenu>
                        <Programs specializations={specializations} />
                      </ProgramsMenu>
                    </li>
                  ) : null}
                </Fragment>
              ))}
            </ul>
          </nav>
          <div className={styles.account}>
            <HeaderSearch className={styles.search} label={t.search} />
            <LanguageLink className={styles.language} />
            {visitor ? (
              <AccountMenu visitor={visitor} />
            ) : (
              <div className={styles.doors}>
                <ButtonLink to={links.login()} variant="quiet" size="small">
                  {t.login}
                </ButtonLink>
                <ButtonLink to={links.accounts()} size="small" className={styles.register}>
                  {t.createAccount}
                </ButtonLink>
              </div>
            )}
            <div className={styles.narrow}>
              <MobileMenu institute={institute} specializations={specializations} visitor={visitor} />
            </div>
          </div>
        </Container>
      </header>
      {parts ? <parts.ScrollParts header={header} /> : null}
    </>
  )
}
