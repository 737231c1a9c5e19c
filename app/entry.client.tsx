import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { Lang } from './locales/lang.ts'
import { registerBrowserTexts } from './locales/texts.tsx'
import { loadChunk, retryFailedPageData } from './shell/navigation-recovery/page-chunks.ts'

/** One language is loaded: the one the page was written in. */
async function start() {
  const lang = document.documentElement.lang as Lang
  const texts = lang === 'en' ? await import('./locales/en/browser.ts') : await import('./locales/ar/browser.ts')
  registerBrowserTexts(lang, texts, loadChunk)
  retryFailedPageData()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Hydrated>
          <HydratedRouter />
        </Hydrated>
      </StrictMode>,
    )
  })
}

/** Announces the end of hydration, so that the early script repeats a click that came before it. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.scripts = 'ready'
    document.dispatchEvent(new Event('hydrated'))
  }, [])
  return children
}

void start()
