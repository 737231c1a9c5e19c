import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { Lang } from './locales/lang.ts'
import { registerBrowserTexts } from './locales/texts.tsx'

/** One language is loaded: the one the page was written in. */
async function start() {
  const lang = document.documentElement.lang as Lang
  const texts = lang === 'en' ? await import('./locales/en/browser.ts') : await import('./locales/ar/browser.ts')
  registerBrowserTexts(lang, texts)
  rememberLanguage(lang)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
}

/** For `/` and `/error`, whose addresses have no language. */
function rememberLanguage(lang: Lang) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `lang=${lang}; path=/; max-age=31536000; samesite=lax`
  localStorage.setItem('lang', lang)
  localStorage.setItem('dir', document.documentElement.dir)
}

void start()
