import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { NavLink } from 'react-router'
import { linksFor, phoneLink, whatsappLink } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Menu } from '../../ui/navigation/menu.tsx'
import ProgramLinks from '../header/program-links.tsx'
import { useMainLinks } from '../header/use-main-links.ts'
import { useSecondLinks } from '../header/use-second-links.ts'
import VisitorEntries from '../session/visitor-entries.tsx'
import { VisitorName } from '../session/visitor-name.tsx'
import { VisitorPicture } from '../session/visitor-picture.tsx'
import type { HeaderData, Visitor } from '../shell-data.ts'
import { loadSideMenu, type SideMenuPart } from './load-side-menu.ts'
import styles from './mobile-menu.module.css'

/**
 * The header's links on a narrow screen, as a `<details>` that works without scripts. With scripts its button opens the
 * side menu, which is loaded when the button is touched; if that takes too long, the `<details>` opens instead.
 */
export default function MobileMenu(shell: HeaderData) {
  const lang = useLang()
  const button = useRef<HTMLElement>(null)
  const waits = useRef(false)
  const [opened, setOpened] = useState<{ SideMenu: SideMenuPart; times: number }>()

  async function open(event: MouseEvent<HTMLElement>) {
    const summary = event.currentTarget
    const plain = summary.parentElement as HTMLDetailsElement
    if (plain.open) return
    event.preventDefault()
    if (waits.current) return
    waits.current = true
    // On a slow phone the menu takes a while: the press is answered at once.
    summary.ariaBusy = 'true'
    const SideMenu = await loadSideMenu(lang)
    summary.ariaBusy = null
    waits.current = false
    if (SideMenu) show(SideMenu, summary)
    else plain.open = true
  }

  function show(SideMenu: SideMenuPart, summary: HTMLElement) {
    button.current = summary
    setOpened((before) => ({ SideMenu, times: (before?.times ?? 0) + 1 }))
  }

  // Opened before the scripts ran: the side menu replaces it, unless the focus is already inside.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const plain = document.querySelector<HTMLDetailsElement>(`.${styles.menu}[open]`)
    if (!plain) return
    void loadSideMenu(lang).then((SideMenu) => {
      const busy = plain.querySelector('details[open], a:focus, a:active')
      if (!SideMenu || !plain.open || busy) return
      plain.open = false
      show(SideMenu, plain.querySelector('summary')!)
    })
  }, [])

  return (
    <>
      <PlainMenu {...shell} onNear={() => void loadSideMenu(lang)} onPress={open} />
      {opened ? (
        <opened.SideMenu
          {...shell}
          key={opened.times}
          onClosed={() => button.current?.focus({ preventScroll: true })}
        />
      ) : null}
    </>
  )
}

function PlainMenu({
  institute,
  specializations,
  visitor,
  onNear,
  onPress,
}: HeaderData & { onNear: () => void; onPress: (event: MouseEvent<HTMLElement>) => void }) {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  const mainLinks = useMainLinks(institute)
  return (
    <Menu
      className={styles.menu}
      label={t.menu}
      onNear={onNear}
      onPress={onPress}
      summary={
        <>
          <Icon name="menu" size={26} />
          <Icon name="close" size={26} />
        </>
      }
    >
      <AuthLinks visitor={visitor} />
      <nav aria-label={t.mainNavigation}>
        <ul className={styles.links}>
          {mainLinks.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end={to === links.home}>
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
        <SecondLinks institute={institute} />
      </nav>
      {institute ? (
        <p className={styles.contacts}>
          <a href={phoneLink(institute.phone)}>
            <Icon name="phone" />
            <bdi dir="ltr">{institute.phone}</bdi>
          </a>
          {institute.whatsapp && (
            <a href={whatsappLink(institute.whatsapp)} rel="noopener">
              <Icon name="whatsapp" />
              {t.whatsapp}
            </a>
          )}
        </p>
      ) : null}
    </Menu>
  )
}

function AuthLinks({ visitor }: { visitor: Visitor | null }) {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  if (!visitor) {
    return (
      <div className={styles.authLinks}>
        <ButtonLink to={links.accounts()}>{t.createAccount}</ButtonLink>
        <ButtonLink to={links.login()} variant="quiet">
          {t.login}
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className={styles.visitor}>
      <VisitorPicture visitor={visitor} size={48} />
      <VisitorName visitor={visitor} />
      <VisitorEntries visitor={visitor} className={styles.entry} />
    </div>
  )
}

function SecondLinks({ institute }: Pick<HeaderData, 'institute'>) {
  const second = useSecondLinks(institute)
  return (
    <ul className={styles.second}>
      {second.map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to}>{label}</NavLink>
        </li>
      ))}
    </ul>
  )
}
