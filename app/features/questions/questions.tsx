import { Disclosure } from '../../ui/content/disclosure.tsx'
import { Words } from '../../ui/content/words.tsx'
import type { PageItem } from '../pages/contract.ts'
import styles from './questions.module.css'

/** Questions of a page: the title asks, the body answers. */
export function Questions({ items }: { items: PageItem[] }) {
  return (
    <div className={styles.questions}>
      {items.map(({ title, body }) => (
        <Disclosure key={title} summary={<Words>{title}</Words>}>
          <p>{body && <Words>{body}</Words>}</p>
        </Disclosure>
      ))}
    </div>
  )
}
