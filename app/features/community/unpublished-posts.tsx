import { Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { formatDay, formatTime } from '../../locales/format.ts'
import { textLanguage } from '../../locales/text-language.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Card } from '../../ui/content/card.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import type { Unpublished } from './contract.ts'
import styles from './unpublished-posts.module.css'
import { UNPUBLISHED } from './writing-links.ts'

const TONES = { scheduled: 'mint', waiting: 'sand', hidden: 'clay' } as const

/** What its author finds nowhere else: posts that visitors do not see. */
export function UnpublishedPosts({ posts }: { posts: readonly Unpublished[] }) {
  const t = useTexts('community').unpublished
  const lang = useLang()
  if (posts.length === 0) return null
  return (
    <Card as="section" id={UNPUBLISHED} aria-labelledby="unpublished-title" className={styles.card}>
      <h2 id="unpublished-title" className={styles.title}>
        {t.title}
      </h2>
      <ul className={styles.list}>
        {posts.map(({ id, title, state, publishDate }) => (
          <li key={id}>
            <Link to={linksFor(lang).post(id)} {...textLanguage(title, lang)}>
              {title}
            </Link>
            <span className={styles.facts}>
              <Badge tone={TONES[state]}>{t.states[state]}</Badge>
              {state === 'scheduled' ? (
                <time dateTime={publishDate}>
                  {formatDay(publishDate, lang)} {formatTime(publishDate, lang)}
                </time>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
