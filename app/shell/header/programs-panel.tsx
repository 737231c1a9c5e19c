import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon, iconNamed } from '../../ui/icons/icon.tsx'
import type { ShellData } from '../shell-data.ts'
import FieldCourses from './field-courses.tsx'
import styles from './programs-panel.module.css'
import { useArrowKeys } from './use-arrow-keys.ts'
import { useHoverIntent } from './use-hover-intent.ts'
import { useOpenOnHover } from './use-open-on-hover.ts'

const COURSES = 'programs-courses'

/**
 * The specializations on one side, the courses of the chosen one beside them. In the document the courses follow the
 * button of their specialization, so that reading order and Tab order match.
 */
export default function ProgramsPanel({ specializations }: Pick<ShellData, 'specializations'>) {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  const panel = useRef<HTMLDivElement>(null)
  const [chosen, choose] = useState(specializations[0]?.id)
  const wasOpened = useOpenOnHover(panel)
  const hoverIntent = useHoverIntent(() => panel.current?.querySelector(`#${COURSES}`), choose)
  useArrowKeys(panel)

  return (
    <div className={styles.panel} ref={panel}>
      <ul className={styles.fields}>
        {specializations.map((field) => {
          const isChosen = field.id === chosen
          return (
            <li key={field.id}>
              <button
                type="button"
                className={styles.field}
                aria-expanded={isChosen}
                aria-controls={isChosen ? COURSES : undefined}
                onClick={() => choose(field.id)}
                onFocus={() => choose(field.id)}
                onPointerEnter={(event) => hoverIntent.enter(event, field.id)}
                onPointerMove={hoverIntent.move}
                onPointerLeave={hoverIntent.leave}
              >
                <Icon name={iconNamed(field.mark)} />
                <span>{field.name}</span>
                <Icon name="chevron-forward" size={16} />
              </button>
              {isChosen ? <FieldCourses id={COURSES} field={field} wanted={wasOpened} /> : null}
            </li>
          )
        })}
      </ul>
      <Link to={links.courses()} className={styles.all}>
        {t.allCourses}
        <Icon name="arrow-forward" size={18} />
      </Link>
    </div>
  )
}
