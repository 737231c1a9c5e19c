import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Menu } from '../../ui/navigation/menu.tsx'
import styles from './programs-menu.module.css'

/** The header's menu of programmes. */
export default function ProgramsMenu({ children }: { children: ReactNode }) {
  const t = useTexts('shell')
  const { courses } = linksFor(useLang())
  const isHere = useLocation().pathname.startsWith(courses())
  return (
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
      {children}
    </Menu>
  )
}
