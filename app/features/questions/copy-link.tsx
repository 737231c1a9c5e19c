import { type MouseEvent, useState } from 'react'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './copy-link.module.css'

/** A link to an anchor of the page; with scripts it is also copied. */
export function CopyLink({ id, label, done }: { id: string; label: string; done: string }) {
  const [copied, setCopied] = useState(false)
  // The browser also follows the link: the address bar then shows what was copied.
  async function copy({ currentTarget }: MouseEvent<HTMLAnchorElement>) {
    const address = new URL(currentTarget.href)
    address.search = ''
    try {
      await navigator.clipboard.writeText(address.href)
      setCopied(true)
    } catch {
      // The clipboard may be unavailable; the address bar has the link.
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
