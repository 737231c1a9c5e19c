import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import type { ShellData } from '../shell-data.ts'
import styles from './program-links.module.css'
import { ProgramName } from './program-name.tsx'

/** Links from the specializations to their courses. */
export default function ProgramLinks({ specializations }: { specializations: ShellData['specializations'] }) {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  return (
    <>
      <ul className={styles.programs}>
        {specializations.map((specialization) => (
          <li key={specialization.id}>
            <Link to={links.courses({ specialization: specialization.id })}>
              <ProgramName {...specialization} />
            </Link>
          </li>
        ))}
      </ul>
      <Link to={links.courses()} className={styles.all}>
        {t.allCourses}
        <Icon name="arrow-forward" size={18} />
      </Link>
    </>
  )
}
