import { ContentText } from '../../ui/content/content-text.tsx'
import type { PageItem } from '../pages/contract.ts'
import styles from './channels.module.css'
import { ItemMark } from './item-mark.tsx'

/** Contact channels; the number or the address itself is the link. */
export function Channels({ items }: { items: PageItem[] }) {
  return (
    <ul className={styles.channels}>
      {items.map(({ title, body, icon, value, link }) => (
        <li key={title} className={styles.channel}>
          <ItemMark icon={icon} />
          <h3>
            <ContentText>{title}</ContentText>
          </h3>
          {value && (
            <p className={styles.value}>
              {link ? (
                <a href={link}>
                  <bdi dir="ltr">{value}</bdi>
                </a>
              ) : (
                <bdi dir="ltr">{value}</bdi>
              )}
            </p>
          )}
          {body && (
            <p className={styles.body}>
              <ContentText>{body}</ContentText>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
