import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { ItemMark } from '../content-sections/item-mark.tsx'
import type { PageItem } from '../pages/contract.ts'
import styles from './subjects.module.css'

/** The subjects of a message, in the order of the form's options; each links to the form with its subject selected. */
export function Subjects({ items }: { items: PageItem[] }) {
  const t = useTexts('innerPages').contact
  return (
    <ul className={styles.subjects}>
      {items.map(({ title, body, icon }, place) => (
        <li key={title} className={styles.subject}>
          <ItemMark icon={icon} />
          <h3>
            <ContentText>{title}</ContentText>
          </h3>
          {body && (
            <p>
              <ContentText>{body}</ContentText>
            </p>
          )}
          <Link to={`?subject=${place + 1}#write`} preventScrollReset>
            {t.write}
            <span className="visually-hidden">: {title}</span>
            <Icon name="arrow-forward" size={18} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
