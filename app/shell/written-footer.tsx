import type { ComponentProps, MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import styles from './footer/footer.module.css'
import Footer from './footer/footer.tsx'

/** Read before React takes the page over. */
const written = import.meta.env.SSR ? '' : (document.querySelector(`.${styles.footer}`)?.innerHTML ?? '')

/**
 * The footer is the same on every page of a document. So a browser keeps it as the server wrote it, and loads neither
 * its code nor its texts.
 */
export default function WrittenFooter(facts: ComponentProps<typeof Footer>) {
  return import.meta.env.SSR ? <Footer {...facts} /> : <KeptFooter />
}

function KeptFooter() {
  const navigate = useNavigate()
  function follow(event: MouseEvent) {
    const href = (event.target as Element).closest('a')?.getAttribute('href')
    if (!href?.startsWith('/') || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(href)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link is a click
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what is pressed
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is the page's own
    <footer className={styles.footer} dangerouslySetInnerHTML={{ __html: written }} onClick={follow} />
  )
}
