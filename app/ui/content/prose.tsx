import styles from './prose.module.css'

/** HTML rendered from Markdown, sanitized by the server. */
export function Prose({ html, lang, dir }: { html: string; lang?: string; dir?: 'rtl' | 'ltr' }) {
  return (
    <div
      className={styles.prose}
      lang={lang}
      dir={dir}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitized it
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
