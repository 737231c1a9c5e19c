import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { IconTile } from '../../ui/icons/icon-tile.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import styles from './specialization-grid.module.css'

type Specialization = { id: number; name: string; mark: string; colour: string; coursesCount: number }

/** The specializations with links to their lists of courses. */
export function SpecializationGrid({ specializations }: { specializations: Specialization[] }) {
  const links = linksFor(useLang())
  const { coursesCount } = useTexts('pages').home
  return (
    <ul className={styles.grid}>
      {specializations.map(({ id, name, mark, colour, coursesCount: count }) => (
        <li key={id} className={styles.specialization}>
          <IconTile icon={mark} colour={colour} size={48} />
          <div>
            <Link to={links.courses({ specialization: id })} className={styles.link}>
              <ContentText>{name}</ContentText>
            </Link>
            <p>{coursesCount(count)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
