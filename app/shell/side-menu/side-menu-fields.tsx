import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { hoverCourses } from '../header/hover-courses.ts'
import { ProgramName } from '../header/program-name.tsx'
import type { ShellData } from '../shell-data.ts'
import styles from './side-menu.module.css'

export type Field = ShellData['specializations'][number]

/** The second level: the specializations. */
export default function SideMenuFields({ fields, onChoose }: { fields: Field[]; onChoose: (field: Field) => void }) {
  const t = useTexts('shell')
  const lang = useLang()
  return (
    <>
      <h2 tabIndex={-1}>{t.programs}</h2>
      <ul className={styles.fields}>
        {fields.map((field) => (
          <li key={field.id}>
            <button
              type="button"
              data-leads-to={`field-${field.id}`}
              onClick={() => onChoose(field)}
              // The touch starts shortly before the click: the request is then already under way.
              onPointerDown={() => void hoverCourses(lang, field.id, 'at-once').catch(() => {})}
            >
              <ProgramName {...field} />
              <Icon name="chevron-forward" size={18} />
            </button>
          </li>
        ))}
      </ul>
      <Link to={linksFor(lang).courses()} className={styles.all}>
        {t.allCourses}
        <Icon name="arrow-forward" size={18} />
      </Link>
    </>
  )
}
