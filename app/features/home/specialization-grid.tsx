import { Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { BRAND_COLOURS } from '../../ui/brand-colours.ts'
import { ContentText } from '../../ui/content/content-text.tsx'
import { iconAddress, iconNamed } from '../../ui/icons/icon.tsx'
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
          <Mark mark={mark} colour={colour} />
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

/** The colour is content, so it is an SVG attribute: the page allows no inline styles. */
function Mark({ mark, colour }: { mark: string; colour: string }) {
  return (
    <svg className={styles.mark} viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      <rect width="48" height="48" rx="12" fill={colour} />
      <use
        href={iconAddress(iconNamed(mark))}
        x="12"
        y="12"
        width="24"
        height="24"
        fill="none"
        stroke={BRAND_COLOURS.paper}
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
