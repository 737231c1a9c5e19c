import { Words } from '../../../ui/content/words.tsx'
import type { PageItem } from '../contract.ts'
import styles from './channels.module.css'
import { ItemMark } from './item-mark.tsx'

/** Ways to reach the institute; the number or the address itself is the link. */
export function Channels({ items }: { items: PageItem[] }) {
  return (
    <ul className={styles.channels}>
      {items.map(({ title, body, icon, value, link }) => (
        <li key={title} className={styles.channel}>
          <ItemMark icon={icon} />
          <h3>
            <Words>{title}</Words>
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
              <Words>{body}</Words>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
