import { useState } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { Icon, type IconName } from '../icons/icon.tsx'
import { useScripts } from '../use-scripts.ts'
import styles from './share-links.module.css'

/** Links to share a page: plain links to other services, and a button that copies the address. */
export function ShareLinks({ address, title }: { address: string; title: string }) {
  const t = useTexts('writing')
  const scripts = useScripts()
  const [answer, setAnswer] = useState('')
  const ways: { name: keyof typeof t.shareOn; icon: IconName; href: string }[] = [
    { name: 'whatsapp', icon: 'whatsapp', href: `https://wa.me/?${query({ text: `${title}\n${address}` })}` },
    { name: 'x', icon: 'x', href: `https://x.com/intent/post?${query({ text: title, url: address })}` },
    {
      name: 'linkedin',
      icon: 'linkedin',
      href: `https://www.linkedin.com/sharing/share-offsite/?${query({ url: address })}`,
    },
    { name: 'email', icon: 'mail', href: `mailto:?${query({ subject: title, body: address }).replaceAll('+', '%20')}` },
  ]
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setAnswer(t.copied)
    } catch {
      setAnswer(t.copyFailed)
    }
  }
  return (
    <div className={styles.share}>
      <h2 className={styles.title}>{t.share}</h2>
      <ul className={styles.links}>
        {ways.map(({ name, icon, href }) => (
          <li key={name}>
            <a
              className={styles.link}
              href={href}
              rel="noopener noreferrer"
              target={name === 'email' ? undefined : '_blank'}
              aria-label={t.shareBy(t.shareOn[name])}
            >
              <Icon name={icon} />
            </a>
          </li>
        ))}
        {scripts && (
          <li>
            <button type="button" className={styles.copy} onClick={copy}>
              {t.copyLink}
            </button>
          </li>
        )}
      </ul>
      <p className={styles.answer} role="status">
        {answer}
      </p>
    </div>
  )
}

const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString()
