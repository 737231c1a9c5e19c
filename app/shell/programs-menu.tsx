import { startTransition, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { linksFor } from '../links.ts'
import { useLang, useTexts } from '../locales/texts.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import ProgramLinks from './program-links.tsx'
import styles from './programs-menu.module.css'
import type ProgramsPanel from './programs-panel.tsx'
import type { ShellData } from './shell-data.ts'

/** The fields, and with scripts the courses of each: that part is fetched when a visitor comes near. */
export default function ProgramsMenu({ specializations }: Pick<ShellData, 'specializations'>) {
  const t = useTexts('shell')
  const { courses } = linksFor(useLang())
  const isHere = useLocation().pathname.startsWith(courses())
  const item = useRef<HTMLLIElement>(null)
  const [Panel, setPanel] = useState<typeof ProgramsPanel>()

  useEffect(() => {
    const near = item.current!
    // Without it the links stay, which lead to the same courses.
    const load = () => {
      import('./programs-panel.tsx')
        .then(async ({ default: Part, untilFree }) => {
          await untilFree(near)
          startTransition(() => setPanel(() => Part))
        })
        .catch(() => {})
    }
    if (near.matches(':hover, :focus-within')) load()
    near.addEventListener('pointerenter', load)
    near.addEventListener('focusin', load)
    return () => {
      near.removeEventListener('pointerenter', load)
      near.removeEventListener('focusin', load)
    }
  }, [])

  return (
    <li ref={item}>
      <Menu
        name="header"
        className={styles.programs}
        summary={
          <span className={styles.label} data-here={isHere || undefined}>
            {t.programs}
            <Icon name="chevron-down" size={16} />
          </span>
        }
      >
        {Panel ? <Panel specializations={specializations} /> : <ProgramLinks specializations={specializations} />}
      </Menu>
    </li>
  )
}
