import { useTexts } from '../../locales/texts.tsx'
import { Picture } from '../../ui/content/picture.tsx'
import type { Organisation } from '../pages/contract.ts'
import styles from './organisation-wall.module.css'

/** Partners or clients with their logos and names. */
export function OrganisationWall({ organisations, label }: { organisations: Organisation[]; label: string }) {
  return (
    <ul className={styles.wall} aria-label={label}>
      {organisations.map((organisation) => (
        <li key={organisation.id} className={styles.organisation}>
          <Picture src={organisation.logo} alt="" width={240} height={120} />
          <Name organisation={organisation} />
        </li>
      ))}
    </ul>
  )
}

function Name({ organisation: { name, link } }: { organisation: Organisation }) {
  const t = useTexts('pages').organisations
  if (!link) return <bdi>{name}</bdi>
  return (
    <a href={link} rel="noopener" title={t.visit(name)}>
      <bdi>{name}</bdi>
    </a>
  )
}
