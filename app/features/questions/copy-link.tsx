import { type MouseEvent, useState } from 'react'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './copy-link.module.css'

/** A link to a place of the page; with scripts it is copied, too. */
export function CopyLink({ id, label, done }: { id: string; label: string; done: string }) {
  const [copied, setCopied] = useState(false)
  // The browser follows the link as well: the address bar then shows what was copied.
  async function copy({ currentTarget }: MouseEvent<HTMLAnchorElement>) {
    const address = new URL(currentTarget.href)
    address.search = ''
    try {
      await navigator.clipboard.writeText(address.href)
      setCopied(true)
    } catch {
      // Not every browser may write there; the address bar has the link.
    }
  }
  return (
    <p className={styles.line}>
      <a href={`#${id}`} className={styles.link} onClick={copy}>
        <Icon name={copied ? 'check' : 'document'} size={18} />
        {label}
      </a>
      <span role="status">{copied ? done : null}</span>
    </p>
  )
}
