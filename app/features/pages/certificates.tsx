import { Picture } from '../../ui/content/picture.tsx'
import { Words } from '../../ui/content/words.tsx'
import styles from './certificates.module.css'
import type { PageItem } from './contract.ts'

/** The certificates with their pictures. */
export function Certificates({ items }: { items: PageItem[] }) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.title} className={styles.certificate}>
          {item.image && <Picture src={item.image} alt="" width={640} height={450} />}
          <h3>
            <Words>{item.title}</Words>
          </h3>
          {item.body && (
            <p>
              <Words>{item.body}</Words>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
