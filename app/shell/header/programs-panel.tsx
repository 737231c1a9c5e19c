import { useRef, useState } from 'react'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon, type IconName, iconNamed } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import type { ShellData } from '../shell-data.ts'
import FieldCourses from './field-courses.tsx'
import LatestCourses from './latest-courses.tsx'
import styles from './programs-panel.module.css'
import { useArrowKeys } from './use-arrow-keys.ts'
import { useHoverIntent } from './use-hover-intent.ts'
import { useOpenOnHover } from './use-open-on-hover.ts'

const COURSES = 'programs-courses'
/** Stands for the newest courses among the ids of specializations, which begin at 1. */
const LATEST = 0

/**
 * The specializations and the newest courses on one side, the courses of the chosen entry beside them. In the document
 * the courses follow the button of their entry, so that reading order and Tab order match.
 */
export default function ProgramsPanel({ specializations }: Pick<ShellData, 'specializations'>) {
  const t = useTexts('shell')
  const { latest, keys } = useTexts('header')
  const links = linksFor(useLang())
  const panel = useRef<HTMLDivElement>(null)
  const [chosen, choose] = useState(specializations[0]?.id)
  const wasOpened = useOpenOnHover(panel)
  const hoverIntent = useHoverIntent(() => panel.current?.querySelector(`#${COURSES}`), choose)
  useArrowKeys(panel)

  const entry = (id: number, icon: IconName, label: string) => (
    <button
      type="button"
      className={styles.field}
      aria-expanded={id === chosen}
      aria-controls={id === chosen ? COURSES : undefined}
      onClick={() => choose(id)}
      onFocus={() => choose(id)}
      onPointerEnter={(event) => hoverIntent.enter(event, id)}
      onPointerMove={hoverIntent.move}
      onPointerLeave={hoverIntent.leave}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  )

  return (
    <div className={styles.panel} ref={panel}>
      <p className="visually-hidden">{keys}</p>
      <ul className={styles.fields}>
        {specializations.map((field) => (
          <li key={field.id}>
            {entry(field.id, iconNamed(field.mark), field.name)}
            {field.id === chosen ? <FieldCourses id={COURSES} field={field} isRequested={wasOpened} /> : null}
          </li>
        ))}
        <li>
          {entry(LATEST, 'star', latest)}
          {chosen === LATEST ? <LatestCourses id={COURSES} isRequested={wasOpened} /> : null}
        </li>
      </ul>
      <Link to={links.courses()} className={styles.all}>
        {t.allCourses}
        <Icon name="arrow-forward" size={18} />
      </Link>
    </div>
  )
}
