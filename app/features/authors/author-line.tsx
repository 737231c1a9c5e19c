import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { Face, type FaceSize } from '../../ui/content/face.tsx'
import { NameText } from '../../ui/content/name-text.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import styles from './author-line.module.css'
import type { Author } from './contract.ts'

/** An author's name; empty when the account was deleted. */
export function AuthorName({ author }: { author: Author }) {
  const t = useTexts('writing')
  return author.name === null ? t.formerMember : <NameText>{author.name}</NameText>
}

/** The author with a picture; the children are shown below the name. */
export function AuthorLine({ author, size = 40, children }: { author: Author; size?: FaceSize; children?: ReactNode }) {
  const t = useTexts('writing')
  return (
    <div className={styles.line}>
      <Face src={author.picture} name={author.name} size={size} />
      <div className={styles.text}>
        <p className={styles.name}>
          <AuthorName author={author} />
          {author.kind !== 'member' && (
            <Badge tone={author.kind === 'teacher' ? 'mint' : 'sand'}>{t.kinds[author.kind]}</Badge>
          )}
        </p>
        {children && <p className={styles.rest}>{children}</p>}
      </div>
    </div>
  )
}
