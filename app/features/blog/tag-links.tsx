import { linksFor } from '../../links.ts'
import { useLang } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import type { Tag } from './contract.ts'
import styles from './tag-links.module.css'

/** Tags, each a link to its articles. */
export function TagLinks({ tags, current }: { tags: Tag[]; current?: string | undefined }) {
  const links = linksFor(useLang())
  return (
    <ul className={styles.tags}>
      {tags.map(({ key, name }) => (
        <li key={key}>
          <Link
            to={links.blog({ tag: key })}
            className={styles.tag}
            aria-current={key === current ? 'true' : undefined}
          >
            <ContentText>{name}</ContentText>
          </Link>
        </li>
      ))}
    </ul>
  )
}
