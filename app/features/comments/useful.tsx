import { Form } from 'react-router'
import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './useful.module.css'

type Props = {
  of: { usefulCount: number; isUseful: boolean; isMine: boolean }
  /** The comment's, or `post` for the post itself. */
  id: string
  /** Who wrote the comment; undefined for the post. */
  name?: string
  /** How many list pages of comments are shown. */
  pages: number | undefined
  isGuest: boolean
}

/** How many found a text useful. Whoever is signed in, and did not write it, can mark it. */
export function Useful({ of: { usefulCount, isUseful, isMine }, id, name, pages, isGuest }: Props) {
  const t = useTexts('comments').useful
  if (isGuest || isMine)
    return usefulCount === 0 ? null : (
      <li className={styles.count}>
        <Icon name="heart" size={16} />
        {t.count(usefulCount)}
      </li>
    )
  return (
    <li>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        {pages === undefined ? null : <input type="hidden" name="pages" value={pages} />}
        <button
          type="submit"
          name="intent"
          value={isUseful ? 'notUseful' : 'useful'}
          className={styles.button}
          aria-pressed={isUseful}
          aria-label={t.buttonOf(usefulCount, name)}
        >
          <Icon name="heart" size={16} />
          {t.button}
          {usefulCount > 0 && <bdi>{usefulCount}</bdi>}
        </button>
      </Form>
    </li>
  )
}
