import { useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useLang } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { deskLink } from '../desk-links.ts'
import { type Entry, sectionsFor, TODAY } from '../sections.ts'
import { useDeskTexts } from '../texts.tsx'
import styles from './navigation.module.css'

/** The sections beside the page; on a phone they are in the menu at the top. */
export function DeskNavigation({ rights }: { rights: readonly string[] }) {
  const side = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  // The last sections are below the edge of a low window: the entry of this page is shown, and the page does not scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry
  useEffect(() => {
    const sections = side.current?.querySelector('nav')
    const current = sections?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!sections || !current) return
    const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight]
    if (top < sections.scrollTop || bottom > sections.scrollTop + sections.clientHeight)
      sections.scrollTop = top - sections.clientHeight / 2
  }, [pathname])
  return (
    <div className={styles.side} ref={side}>
      <SectionLinks rights={rights} />
    </div>
  )
}

export function SectionLinks({ rights }: { rights: readonly string[] }) {
  const t = useDeskTexts('frame')
  return (
    <nav aria-label={t.navigation} className={styles.sections}>
      <EntryLink entry={TODAY} />
      {sectionsFor(rights).map(({ name, entries }) => (
        <section key={name}>
          <h2 className={styles.heading}>{t.sections[name]}</h2>
          {entries.map((entry) => (
            <EntryLink key={entry.path} entry={entry} />
          ))}
        </section>
      ))}
    </nav>
  )
}

function EntryLink({ entry: { name, path, icon, also } }: { entry: Entry }) {
  const t = useDeskTexts('frame')
  const lang = useLang()
  const { pathname } = useLocation()
  const isOf = also !== undefined && pathname.startsWith(`${deskLink(lang, also)}/`)
  const shown = (
    <>
      <Icon name={icon} size={20} />
      {t.entries[name]}
    </>
  )
  if (isOf)
    return (
      <Link to={deskLink(lang, path)} className={styles.entry} aria-current="page">
        {shown}
      </Link>
    )
  return (
    <NavLink to={deskLink(lang, path)} end={path === ''} className={styles.entry}>
      {shown}
    </NavLink>
  )
}
