import { keepSigns } from '../../locales/keep-signs.ts'
import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../icons/icon.tsx'
import styles from './breadcrumb.module.css'
import { Link } from './link.tsx'

export type Crumb = { label: string; to?: string }

/** The path to the page; the last step is the page itself. */
export function Breadcrumb({ steps }: { steps: Crumb[] }) {
  const t = useTexts('ui')
  return (
    <nav aria-label={t.breadcrumb}>
      <ol className={styles.steps}>
        {steps.map(({ label, to }, place) => (
          <li key={`${label} ${to ?? ''}`}>
            {place > 0 ? <Icon name="chevron-forward" size={14} /> : null}
            {to ? <Link to={to}>{keepSigns(label)}</Link> : <span aria-current="page">{keepSigns(label)}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
