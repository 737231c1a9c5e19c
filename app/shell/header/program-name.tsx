import { useTexts } from '../../locales/texts.tsx'
import { Icon, iconNamed } from '../../ui/icons/icon.tsx'
import type { ShellData } from '../shell-data.ts'
import styles from './program-name.module.css'

/** A specialization in a menu: its icon, its name and how many courses it has. */
export function ProgramName({ name, mark, coursesCount }: ShellData['specializations'][number]) {
  return (
    <>
      <span className={styles.mark}>
        <Icon name={iconNamed(mark)} />
      </span>
      <span className={styles.name}>
        {name}
        <small>{useTexts('shell').courseCount(coursesCount)}</small>
      </span>
    </>
  )
}
